import type { Random } from '../../demo/random.ts'
import type { TestApp } from '../build-test-app.ts'
import { canonical } from './canonical.ts'
import { figuresOf, type Knowledge, learn, nothing, sameFigures } from './knowledge.ts'
import { ADMIN_LOOKS, LOOKS, PLAN_LOOKS, skillFigures } from './looks.ts'
import {
  fromAllAccounts,
  fromAllMailboxes,
  GIVERS,
  type Hidden,
  isHidden,
  type Open,
  SAYINGS,
  SKILLS,
  type Step,
  someHidden,
  someOpen,
} from './steps.ts'
import { inWorld, type World } from './world.ts'

/** A hidden action was observable: the actions, where it was seen, and both results. */
export class Leak extends Error {}

export interface Found {
  /** Each with its own plan, reads and start time. */
  worlds: number
  /** Different sequences of steps, each from the beginning of its run. */
  sequences: number
  /** How often two sequences with the same visible history gave the same results, though hidden actions differed. */
  comparisons: number
  /** Sequences after which confidential answers are released. */
  shown: number
}

/**
 * Number of different hidden actions at each hidden step, each in its own branch. Whether a run finds a weaker rule depends on its plan and
 * its reads: with two branches, the same runs find the same weaker rules as with three, at a sixth of the cost.
 */
const BRANCHES = Number(process.env.SINGLING_OUT_BRANCHES ?? 2)
const HIDDEN_STEPS = 5
const LOOKS_EACH = 3
/** The share of runs with participants at the event: in all of them, each action would occur too rarely. */
const EVENT_CHANCE = 0.25
/** The share of the other runs in which the receiver answers from all their mailboxes first. */
const MAILBOXES_CHANCE = 0.3
/** Reads as much as all others together: only in some runs. */
const DEAR = 'export'
const DEAR_CHANCE = 0.15

/** What a run is about. */
interface Kind {
  /** The end of a month. */
  readonly atMonthEnd: boolean
  /** A receiver who administers the company, makes accounts and answers from them. */
  readonly administers: boolean
}

interface Where {
  readonly atEvent: boolean
  readonly administers: boolean
}

/**
 * One run: a plan of steps, some of which are hidden actions. Each of these has `BRANCHES` variants, so that the plan has many branches.
 * After every step the receiver reads everything. Branches with the same visible history must give the same results: who answered before
 * the release, who of a batch gave which rating or text, and what was withdrawn must not be observable.
 * @throws Leak
 */
export async function explore(app: TestApp, random: Random, found: Found, { atMonthEnd, administers }: Kind): Promise<void> {
  const atEvent = random.chance(EVENT_CHANCE)
  const threshold = 3 + random.below(2)
  const someSteps = planOf(random, { atEvent, administers, threshold })
  const plan = atMonthEnd ? planAtMonthEnd(threshold) : someSteps
  const looks = looksOf(random, { atEvent, administers })
  const start = new Date(Date.UTC(2031, random.below(12), 1 + random.below(28), random.below(24), random.below(60)))
  await inWorld(app, { threshold, start, administers }, async (world) => {
    const remember = memory(found)
    const look = async (known: Knowledge, way: Way) => {
      for (const name of looks) {
        const sight = canonical(await (LOOKS[name] ?? PLAN_LOOKS[name] ?? ADMIN_LOOKS[name])?.(world.onlooker), world.keptIds)
        remember(`${name} at ${world.now().toISOString()} after\n${known.story}`, sight, way)
      }
    }
    const take = async (step: Step, known: Knowledge, way: Way): Promise<Knowledge> => {
      const { accepted, reply } = await world.act(step)
      found.sequences++
      if (!isHidden(step))
        remember(`reply to ${JSON.stringify(step)} after\n${known.story}`, canonical([accepted, reply], world.keptIds), way)
      const after = learn(known, step, accepted, world.now())
      if (after.batches.length > 0) found.shown++
      if (after.story !== known.story) await checkFigures(world, after, way, step)
      await look(after, way)
      return after
    }
    const follow = async (known: Knowledge, way: Way): Promise<void> => {
      const next = plan[way.length]
      if (!next) return
      for (const step of next === 'hidden' ? waysOf(random, atEvent) : [next]) {
        const on = [...way, step]
        await world.aside(async () => follow(await take(step, known, on), on))
      }
    }
    const beginning = nothing(threshold, administers, start)
    await look(beginning, [])
    await follow(beginning, [])
  })
}

type Way = readonly Step[]
const formatted = (way: Way) => way.map((step) => JSON.stringify(step)).join('\n')

/** Up to one short of the threshold have answered before the branches differ, so that the release comes soon. */
function planOf(random: Random, { threshold, ...where }: Where & { threshold: number }): (Step | 'hidden')[] {
  const plan: (Open | 'hidden')[] = Array.from({ length: HIDDEN_STEPS }, () => 'hidden')
  for (let open = 2 + random.below(3); open > 0; open--) plan.splice(random.below(plan.length + 1), 0, someOpen(random, where))
  const first = random.sample([...Array(GIVERS).keys()], random.below(threshold))
  const answers = first.map((giver) => ({ do: 'answer' as const, again: false, skill: 0, giver, saying: random.below(SAYINGS.length) }))
  const own = !where.atEvent && random.chance(MAILBOXES_CHANCE) ? fromAllMailboxes(random) : []
  if (where.administers && !where.atEvent) own.push(...fromAllAccounts(random))
  return [...own, ...answers, ...plan]
}

const DAY_HOURS = 24

/**
 * A month ends while answers are pending, and later the period of each length begins in that month: released answers must count by their
 * release. At random this would occur too rarely.
 */
function planAtMonthEnd(threshold: number): (Step | 'hidden')[] {
  const answers = Array.from({ length: threshold - 1 }, (_, giver) => ({
    do: 'answer' as const,
    again: false,
    skill: 0,
    giver,
    saying: giver,
  }))
  const later = (days: number) => ({ do: 'later' as const, hours: days * DAY_HOURS })
  return [...answers, { do: 'next month' }, 'hidden', 'hidden', 'hidden', later(61), 'hidden', later(91), later(183)]
}

function looksOf(random: Random, { atEvent, administers }: Where): string[] {
  if (administers)
    return random.sample(
      [...Object.keys(atEvent ? PLAN_LOOKS : LOOKS).filter((look) => look !== DEAR), ...Object.keys(ADMIN_LOOKS)],
      LOOKS_EACH,
    )
  if (atEvent) return random.sample(Object.keys(PLAN_LOOKS), LOOKS_EACH)
  const others = Object.keys(LOOKS).filter((look) => look !== DEAR)
  return random.chance(DEAR_CHANCE) ? [DEAR] : random.sample(others, LOOKS_EACH)
}

function waysOf(random: Random, atEvent: boolean): Hidden[] {
  const different = new Map<string, Hidden>()
  while (different.size < BRANCHES) {
    const step = someHidden(random, atEvent)
    different.set(JSON.stringify(step), step)
  }
  return [...different.values()]
}

/** Compares the first result of each visible history with later ones. */
function memory(found: Found) {
  const seen = new Map<string, { sight: string; way: Way }>()
  return (story: string, sight: string, way: Way) => {
    const first = seen.get(story)
    if (!first) return void seen.set(story, { sight, way })
    found.comparisons++
    if (first.sight === sight) return
    throw new Leak(
      `${story}\n--- this way\n${formatted(first.way)}\n--- it is\n${first.sight}\n--- that way\n${formatted(way)}\n--- it is\n${sight}`,
    )
  }
}

const WINDOWS = [3, 6, 12] as const

/**
 * By subtraction: without named answers, each figure must consist of whole batches; for every period where time has passed, else for one.
 */
async function checkFigures(world: World, known: Knowledge, way: Way, step: Step) {
  // Most actions are on the first skill, and time passes there.
  const skill = way.length % (2 * SKILLS) === 1 ? 1 : 0
  const timePassed = step.do === 'later' || step.do === 'next month'
  for (const months of timePassed ? WINDOWS : [WINDOWS[way.length % WINDOWS.length] ?? 12]) {
    const { distribution, not_observed } = await skillFigures(world.onlooker, skill, months)
    const shown = [...distribution, not_observed]
    const expected = figuresOf(known, skill, months, world.now())
    if (!sameFigures(shown, expected))
      throw new Leak(`skill ${skill}, ${months} months: ${shown} instead of ${expected}, this way\n${formatted(way)}`)
  }
}
