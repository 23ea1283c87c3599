import type { Random } from '../../demo/random.ts'
import type { TestApp } from '../build-test-app.ts'
import { canonical } from './canonical.ts'
import { figuresOf, type Knowledge, learn, nothing, sameFigures } from './knowledge.ts'
import { LOOKS, PLAN_LOOKS, skillFigures } from './looks.ts'
import { fromAllMailboxes, GIVERS, type Hidden, isHidden, type Open, SAYINGS, SKILLS, type Step, someHidden, someOpen } from './steps.ts'
import { inWorld, type World } from './world.ts'

/** Something hidden showed: what was done, where it was seen, and both sights. */
export class Leak extends Error {}

export interface Found {
  /** Different sequences of steps, each from the beginning of its world. */
  sequences: number
  /** Times that two sequences with the same story were seen to look the same, though something else had happened. */
  comparisons: number
  /** Sequences after which confidential answers are readable. */
  shown: number
}

/** At each hidden step so many different things happen, each in a future of its own. */
const BRANCHES = 3
const HIDDEN_STEPS = 5
const LOOKS_EACH = 3
/** In so many worlds people come to the event: in all of them, each thing that may happen would come too seldom. */
const EVENT_CHANCE = 0.25
/** In so many of the others the receiver has answered from all their mailboxes first. */
const MAILBOXES_CHANCE = 0.3
/** Reads as much as all others together: in some worlds, and there alone. */
const DEAR = 'export'
const DEAR_CHANCE = 0.15

/**
 * One world: a plan of steps, at some of which something hidden happens. Each of these takes `BRANCHES` different ways, so that the
 * plan has many futures. After every step the receiver looks. Whatever has the same story must look the same: who answered while it
 * waits, who of the batch gave which rating or word, and what was taken back must not show.
 * @throws Leak
 */
export async function explore(app: TestApp, random: Random, found: Found, atMonthEnd: boolean): Promise<void> {
  const atEvent = random.chance(EVENT_CHANCE)
  const threshold = 3 + random.below(2)
  const someSteps = planOf(random, { atEvent, threshold })
  const plan = atMonthEnd ? planAtMonthEnd(threshold) : someSteps
  const looks = looksOf(random, atEvent)
  const start = new Date(Date.UTC(2031, random.below(12), 1 + random.below(28), random.below(24), random.below(60)))
  await inWorld(app, { threshold, start }, async (world) => {
    const remember = memory(found)
    const look = async (known: Knowledge, way: Way) => {
      for (const name of looks) {
        const sight = canonical(await (LOOKS[name] ?? PLAN_LOOKS[name])?.(world.onlooker), world.keptIds)
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
    await look(nothing(threshold), [])
    await follow(nothing(threshold), [])
  })
}

type Way = readonly Step[]
const told = (way: Way) => way.map((step) => JSON.stringify(step)).join('\n')

/** Up to one short of a threshold have answered before the ways part, so that those who complete it come soon. */
function planOf(random: Random, { atEvent, threshold }: { atEvent: boolean; threshold: number }): (Step | 'hidden')[] {
  const plan: (Open | 'hidden')[] = Array.from({ length: HIDDEN_STEPS }, () => 'hidden')
  for (let open = 2 + random.below(3); open > 0; open--) plan.splice(random.below(plan.length + 1), 0, someOpen(random, atEvent))
  const first = random.sample([...Array(GIVERS).keys()], random.below(threshold))
  const answers = first.map((giver) => ({ do: 'answer' as const, again: false, skill: 0, giver, saying: random.below(SAYINGS.length) }))
  const own = !atEvent && random.chance(MAILBOXES_CHANCE) ? fromAllMailboxes(random) : []
  return [...own, ...answers, ...plan]
}

const DAY_HOURS = 24

/**
 * A month ends while answers wait, and later the window of each length begins in that month: what was released is to count by its release.
 * By chance this would come too seldom.
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

function looksOf(random: Random, atEvent: boolean): string[] {
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

/** Holds what was seen first of each story against what is seen of it later. */
function memory(found: Found) {
  const seen = new Map<string, { sight: string; way: Way }>()
  return (story: string, sight: string, way: Way) => {
    const first = seen.get(story)
    if (!first) return void seen.set(story, { sight, way })
    found.comparisons++
    if (first.sight === sight) return
    throw new Leak(`${story}\n--- this way\n${told(first.way)}\n--- it is\n${first.sight}\n--- that way\n${told(way)}\n--- it is\n${sight}`)
  }
}

const WINDOWS = [3, 6, 12] as const

/** By subtraction: without what has a name, each figure is made of whole batches; of each window where time has passed, else of one. */
async function checkFigures(world: World, known: Knowledge, way: Way, step: Step) {
  // Most happens on the first skill, and time passes there.
  const skill = way.length % (2 * SKILLS) === 1 ? 1 : 0
  const timePassed = step.do === 'later' || step.do === 'next month'
  for (const months of timePassed ? WINDOWS : [WINDOWS[way.length % WINDOWS.length] ?? 12]) {
    const { distribution, not_observed } = await skillFigures(world.onlooker, skill, months)
    const shown = [...distribution, not_observed]
    const expected = figuresOf(known, skill, months, world.now())
    if (!sameFigures(shown, expected))
      throw new Leak(`skill ${skill}, ${months} months: ${shown} instead of ${expected}, this way\n${told(way)}`)
  }
}
