import { DAY_MS } from '@reflet/contract/durations'
import { people as directory } from '@reflet/contract/people'
import { recurrences as recurrenceCalls } from '@reflet/contract/recurrences'
import { skills as catalogue } from '@reflet/contract/skills'
import { apiOf } from '../../support/api.ts'
import { expect, PHONE, test } from '../../support/journey.ts'
import { tabTo } from '../../support/keyboard.ts'
import { enter } from '../../support/session.ts'
import { Ask } from '../requests/ask.ts'
import { RecurrencePlan, Recurrences } from './recurrence.ts'

test('a regular request is planned by keyboard, seen before it is saved, survives a reload, is paused, resumed and stopped', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'ar', viewport: PHONE })
  await enter(page, 'amir@nova.example', 'ar')
  const recurrences = new Recurrences(page, 'ar')
  const plan = new RecurrencePlan(page, 'ar')
  const press = async (name: string, key: 'Enter' | 'Space') => {
    await tabTo(page, name)
    await page.keyboard.press(key)
  }

  await test.step('from the page for asking to a new plan', async () => {
    const ask = new Ask(page, 'ar')
    await ask.open()
    await ask.link('recur.link').click()
    await expect(recurrences.none).toBeVisible()
    await recurrences.planNew()
  })

  await test.step('which skill, whom', async () => {
    await press(await plan.skills.first().locator('strong').innerText(), 'Space')
    await press(plan.say('recur.next.people'), 'Enter')
    for (const place of [0, 1, 2]) {
      await press(await plan.people.nth(place).locator('strong').innerText(), 'Space')
      await expect(plan.chosen).toHaveCount(place + 1)
    }
    await press(plan.say('recur.next.rhythm'), 'Enter')
  })

  const planned = await test.step('how often, from when on', async () => {
    await plan.everyMonths(2)
    await expect(plan.coming).toHaveAttribute('aria-busy', 'false')
    await expect(plan.rounds).toHaveCount(3)
    const rounds = await plan.rounds.allInnerTexts()
    expect(new Set(rounds).size, 'each round at its own time').toBe(3)
    const firstDay = await plan.firstDay.inputValue()
    await plan.firstDay.fill('2020-01-01')
    await expect(plan.failure, 'a day that has passed').toBeVisible()
    await expect(plan.rounds).toHaveCount(0)
    await plan.firstDay.fill('')
    await expect(plan.text('recur.missing.starts'), 'why the plan cannot go on').toBeVisible()
    await plan.firstDay.fill(firstDay)
    await expect(plan.text('recur.missing.starts')).toHaveCount(0)
    await expect(plan.failure).toHaveCount(0)
    await expect(plan.coming).toHaveAttribute('aria-busy', 'false')
    return rounds
  })

  await test.step('what is being planned is not lost', async () => {
    await page.reload()
    await expect(plan.rounds).toHaveCount(3)
  })

  await test.step('what about, and start', async () => {
    await press(plan.say('recur.next.words'), 'Enter')
    await tabTo(page, plan.say('ask.words.context'))
    await page.keyboard.type('Horizon')
    await press(plan.say('recur.start'), 'Enter')
  })

  await test.step('what was shown is what was saved', async () => {
    await expect(recurrences.group).toBeVisible()
    await expect(recurrences.plan.first()).toHaveText(recurrences.say('recur.every.month', { count: 2, n: 2 }))
    await expect(recurrences.rounds).toHaveText(planned, { useInnerText: true })
    await expect(recurrences.members).toHaveCount(3)
  })

  await test.step('paused, resumed and stopped', async () => {
    await recurrences.pause()
    await expect(recurrences.state('paused')).toBeVisible()
    await expect(recurrences.rounds).toHaveCount(0)
    await recurrences.resume()
    await expect(recurrences.rounds).toHaveCount(3)
    await recurrences.stop()
    await expect(recurrences.state('ended')).toBeVisible()
    await page.reload()
    await expect(recurrences.state('ended')).toBeVisible()
  })
})

test('a paused one is found on whatever page of the list it is; a plan on one page says what is missing @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE', viewport: PHONE })
  await enter(page, 'greta@nova.example')
  const api = apiOf(page)
  const { skills } = await api.call(catalogue.listSkills)
  const { colleagues } = await api.call(directory.searchColleagues, { query: { query: 'oliver' } })
  const ids: string[] = []
  for (let made = 0; made < 21; made++) {
    const { id } = await api.call(recurrenceCalls.createRecurrence, {
      body: {
        skill_ids: [skills[0]?.id ?? ''],
        pool: [{ user_id: colleagues[0]?.user_id ?? '' }],
        every: { unit: 'month', count: 1 },
        per_round: 1,
        starts_on: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10),
        ends: { rounds: 2 },
        context: `Nummer ${made}`,
        idempotency_key: `paused-${made}-${Date.now()}`,
      },
    })
    await api.call(recurrenceCalls.updateRecurrence, { params: { id }, body: { paused: true } })
    ids.push(id)
  }
  const [first = ''] = ids
  const recurrences = new Recurrences(page, 'de')
  await recurrences.open(first)
  await expect(recurrences.about('Nummer 0')).toBeVisible()

  const plan = new RecurrencePlan(page, 'de')
  await plan.openSaved(first)
  await expect(plan.toNext('people')).toBeVisible()
  await expect(plan.failure).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await recurrences.open('0199aaaa-0000-7000-8000-000000000000')
  await expect(recurrences.notFound, 'what is not there is not another one').toBeVisible()
  await expect(recurrences.group).toHaveCount(0)

  await test.step('a plan on one page says what is missing, part by part, until it can be started', async () => {
    const missing = plan.top.locator('.panes > .stack > p:has(+ ion-button)')
    await plan.openNew()
    await expect(missing).toHaveText(plan.say('recur.missing.skills'))
    await plan.chooseSkill()
    await expect(missing).toHaveText(plan.say('recur.missing.people'))
    await plan.people.first().click()
    await expect(missing).toHaveCount(0)
    await expect(plan.button('recur.start')).toBeEnabled()
    const firstDay = await plan.firstDay.inputValue()
    await plan.firstDay.fill('')
    await expect(missing).toHaveText(plan.say('recur.missing.starts'))
    await plan.firstDay.fill(firstDay)
    await plan.label('radio', plan.say('recur.ends_by.date')).click()
    await plan.top.getByLabel(plan.say('recur.ends_by.date'), { exact: true }).last().fill('')
    await expect(missing).toHaveText(plan.say('recur.missing.ends'))
    await expect(plan.button('recur.start')).toBeDisabled()
  })
})
