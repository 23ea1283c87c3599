import type { Locator } from '@playwright/test'
import { adminPeople } from '@reflet/contract/admin-people'
import { feedback } from '@reflet/contract/feedback'
import { skills } from '@reflet/contract/skills'
import { apiOf } from '../../support/api.ts'
import { layoutProblems } from '../../support/checks.ts'
import { hold } from '../../support/hold.ts'
import { expect, PHONE, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'
import { atTextSizes } from '../../support/text-size.ts'
import { Walk } from '../../support/walk.ts'
import { Ask } from './ask.ts'
import { Sent } from './sent.ts'

const OUTSIDER = 'nora@partner.example'
const WIDE = { width: 1440, height: 900 }
const LIMIT = { taps: 8, characters: OUTSIDER.length }
const WORDS = 'Una palabra que cuenta.'

test('on a phone: three people are asked in a few taps; what is typed is never lost; a request is undone and taken up again', async ({
  visitor,
}) => {
  await test.step('two colleagues and an outsider on two skills; with any text size the way on is in view at 320 px', async () => {
    const camille = await visitor({ locale: 'fr-FR', viewport: { ...PHONE, width: 320 } })
    const staysInView = (main: Locator) => atTextSizes(camille, ['100%', '200%'], () => expect(main).toBeInViewport({ ratio: 1 }))
    await enter(camille, 'camille@nova.example', 'fr')
    const walk = await Walk.begin(camille)
    const ask = new Ask(camille)
    await ask.open()
    await ask.chooseSkill(0)
    await ask.chooseSkill(1)
    await staysInView(ask.button('ask.next.people'))
    await ask.toPeople()
    await ask.choosePeople([0, 1])
    await walk.type(ask.search, OUTSIDER)
    await staysInView(ask.button('ask.next.words'))
    await ask.toWords()
    await expect(ask.summary.first(), 'the address that was still in the field is one of the three').toContainText(OUTSIDER)
    await expect(ask.top.getByRole('heading', { name: ask.say('ask.words.title') })).toBeFocused()
    await expect(ask.preview).toContainText('Camille')
    await staysInView(ask.sendButton(3))
    await ask.send(3)
    walk.print('two colleagues and an outsider on two skills, phone', LIMIT)
    expect(walk.counted.taps).toBeLessThanOrEqual(LIMIT.taps)
    expect(walk.counted.characters).toBeLessThanOrEqual(LIMIT.characters)
  })

  const sofia = await visitor({ locale: 'es-ES' })
  await enter(sofia, 'sofia@nova.example', 'es')
  const ask = new Ask(sofia, 'es')
  const sent = new Sent(sofia, 'es')
  await ask.open()
  const skill = await ask.chooseSkill()
  await ask.toPeople()
  await test.step('a typed address is selected although the search ends during the press', async () => {
    await expect(ask.people.first()).toBeVisible()
    const release = await hold(sofia, '**/api/colleagues?*')
    await ask.search.fill(OUTSIDER)
    const searching = ask.top.getByTestId('skeleton')
    await expect(searching.first()).toBeVisible()
    await ask.invitation(OUTSIDER).hover()
    await sofia.mouse.down()
    const found = sofia.waitForResponse(/\/api\/colleagues\?/)
    release()
    await (await found).finished()
    await sofia.mouse.up()
    await expect(searching).toHaveCount(0)
    await expect(ask.chosen).toHaveText([OUTSIDER])
    await ask.writeMailsIn('de')
  })

  await test.step('the people field says why it does not add what is typed', async () => {
    await ask.search.fill('nora@partner')
    await ask.toWords()
    await expect(ask.searchProblem).toHaveText(ask.say('ask.people.problem.incomplete'))
    await expect(ask.search).toBeFocused()
    await expect(ask.search).toHaveAttribute('aria-invalid', 'true')

    await ask.search.fill('sofia@nova.example')
    await expect(ask.searchProblem).toHaveCount(0)
    await ask.search.press('Enter')
    await expect(ask.searchProblem).toHaveText(ask.say('errors.cannot_ask_yourself'))

    await ask.search.fill('Zzz')
    await ask.toWords()
    await expect(ask.searchProblem).toHaveText(ask.say('ask.people.problem.unchosen'))
    await ask.search.fill('')
  })

  await test.step('the people before a search go with its first letter: its result replaces no row that has the focus', async () => {
    /** How many people are left when these texts have been in the field, one at once after the other. */
    const leftAfter = (...texts: string[]) =>
      ask.region('ask.people.title').evaluate(async (region, texts) => {
        const field = region.querySelector<HTMLInputElement>('input[type="search"]')
        for (const text of texts) {
          if (field) field.value = text
          field?.dispatchEvent(new Event('input', { bubbles: true }))
        }
        // React has rendered the last one by then; no timer has ended.
        await null
        return region.querySelectorAll('input[type="checkbox"]').length
      }, texts)
    await expect(ask.people).not.toHaveCount(0)
    expect(await leftAfter('a')).toBe(0)
    await expect(ask.people, 'the result').not.toHaveCount(0)
    expect(await leftAfter('', 'o'), 'of a search before').toBe(0)
    await ask.search.fill('')
  })

  await test.step('a ready-made message fills the field and is taken back by another press', async () => {
    await ask.toWords()
    await ask.message.fill(WORDS)
    await ask.readyMessage('progress').click()
    await expect(ask.message).toHaveValue(ask.say('ask.ready.progress.text'))
    await ask.readyMessage('together').click()
    await expect(ask.message).toHaveValue(ask.say('ask.ready.together.text'))
    await ask.readyMessage('together').click()
    await expect(ask.message).toHaveValue(WORDS)
    await expect(ask.preview).toContainText(WORDS)
  })

  await test.step('undone before anyone is notified, and restored for editing', async () => {
    // The ten seconds to undo do not pass on a slow machine: timers go on, the date stands still.
    await sofia.clock.setFixedTime(new Date())
    const path = await ask.send(1)
    const { feedbacks } = await apiOf(sofia).call(feedback.getRequest, { params: { id: path.split('/').at(-1) ?? '' } })
    expect(feedbacks[0]?.recipient.locale, 'the chosen language of the mails').toBe('de')
    await sent.undo()
    await expect(sent.text('sent.cancelled')).toBeVisible()
    await expect(sent.text('sent.named')).toHaveCount(0)
    await sent.takeUpAgain()
    await sofia.waitForURL(/my-skills/)
    await expect(ask.message).toHaveValue(WORDS)
    await ask.message.fill('Otras palabras')
    await ask.open('people')
    await expect(ask.chosen).toContainText(OUTSIDER)
  })

  await test.step('asked again from the list of sent requests, as it was', async () => {
    await ask.open()
    await expect(ask.skill(skill)).toBeChecked()
    await sent.cancelled.first().click()
    await sofia.waitForURL(/request-confirmation/)
    await sent.takeUpAgain()
    await sofia.waitForURL(/my-skills/)
    await expect(ask.message, 'without a reload').toHaveValue(WORDS)
    await sofia.reload()
    await expect(ask.message, 'and after one').toHaveValue(WORDS)
    await expect(ask.summary).toHaveText([OUTSIDER, skill])
  })
})

test('on a wide screen: one page, its button always in view; with too few colleagues for a confidential request it leads to the people @whole', async ({
  visitor,
}) => {
  const camille = await visitor({ viewport: WIDE })
  await enter(camille, 'camille@nova.example', 'en')
  const walk = await Walk.begin(camille)
  const ask = new Ask(camille, 'en')
  await ask.open()
  await test.step('two colleagues and an outsider, whose address is added by Enter, on two skills', async () => {
    await expect(ask.button('ask.send_nothing')).toBeInViewport()
    await ask.chooseSkill(0)
    await ask.chooseSkill(1)
    await ask.choosePeople([0, 1])
    await expect(ask.sendAllButton(2, 2)).toBeInViewport({ ratio: 1 })
    await walk.type(ask.search, OUTSIDER)
    await ask.search.press('Enter')
    await expect(ask.chosen).toHaveCount(3)
    await expect(ask.sendAllButton(3, 2)).toBeInViewport({ ratio: 1 })
    walk.print('two colleagues and an outsider on two skills, wide, before they are asked', LIMIT)
    expect(walk.counted.taps).toBeLessThan(LIMIT.taps)
  })

  await test.step('in German, at 320 px and with text twice as large, each step fits and its button is in view', async () => {
    const greta = await visitor({ locale: 'de-DE', viewport: { ...PHONE, width: 320 } })
    await enter(greta, 'greta@nova.example')
    const her = new Ask(greta, 'de')
    const fits = (what: string, main: Locator) =>
      atTextSizes(greta, ['100%', '200%'], async (size) => {
        expect(await layoutProblems(greta, `${what}, ${size}`, 'outside')).toEqual([])
        await expect(main).toBeInViewport({ ratio: 1 })
      })
    await her.open()
    await her.chooseSkill(0)
    await fits('skills', her.button('ask.next.people'))
    await her.toPeople()
    await her.inviteAddress('a.rather.long.address.of.a.partner@subsidiary.partner-company.example')
    await fits('people', her.button('ask.next.words'))
    await her.toWords()
    await her.readyMessage('progress').click()
    await fits('words', her.sendButton(1))
    await her.askConfidentially()
    await expect(her.problem).toBeVisible()
    await fits('too few colleagues', her.button('ask.next.people'))
  })

  await test.step('confidentially it leads to the people until there are enough', async () => {
    await ask.askConfidentially()
    await expect(ask.problem).toBeInViewport({ ratio: 1 })
    await expect(ask.sendAllButton(3, 2)).toHaveCount(0)
    await expect(ask.button('ask.next.people')).toBeInViewport({ ratio: 1 })
    await ask.toPeople()
    await expect(ask.search).toBeFocused()
    await expect(ask.search).toBeInViewport()
    await ask.people.nth(2).click()
    await expect(ask.problem).toHaveCount(0)
    await ask.sendAllButton(4, 2).click()
    await camille.waitForURL(/request-confirmation/)
  })
})

test('an administrator reads at the choice why a confidential request to new accounts is refused; those asked read how many count @whole', async ({
  visitor,
}) => {
  const agnes = await visitor({ viewport: PHONE })
  await enter(agnes, 'admin@nova.example', 'fr')
  const api = apiOf(agnes)
  const [skill] = (await api.call(skills.listSkills)).skills
  await api.call(skills.chooseSkills, { params: { userId: '1' }, body: { skill_ids: [skill?.id as string] } })
  const made = ['Neuve', 'Neuf', 'Nouvel']
  for (const [place, first_name] of made.entries())
    await api.call(adminPeople.createPerson, {
      body: { email: `new-${place}@nova.example`, first_name, last_name: 'Compte', invite: false } as never,
    })
  const ask = new Ask(agnes, 'fr')
  const counting = (count: number) => ask.say('trust.counting', { count, n: count })
  const tooNew = ask.say('errors.accounts_too_new', { n: 30 })
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  for (const name of made) await ask.choosePerson(`${name} Compte`)
  await ask.toWords()
  await ask.context.fill(WORDS)
  await ask.askConfidentially()
  await expect(ask.top.getByText(ask.say('ask.words.administrator', { n: 30 }))).toBeVisible()
  await ask.sendButton(3).click()
  await expect(ask.problem).toHaveText(tooNew)
  await expect(ask.problem).toBeInViewport()
  await expect(ask.context).toHaveValue(WORDS)
  expect(await layoutProblems(agnes, 'too new', 'outside')).toEqual([])
  await ask.context.fill(`${WORDS} `)
  await expect(ask.problem, 'it is about what was sent').toHaveCount(0)

  await ask.open('people')
  for (const name of ['Camille', 'Greta', 'Oliver']) await ask.choosePerson(name)
  await ask.toWords()
  await ask.send(6)
  const camille = await visitor({ viewport: PHONE })
  await enter(camille, 'camille@nova.example', 'fr')
  await camille.goto('/answer')
  await camille
    .getByRole('button', { name: /^Agnès Lefèvre/ })
    .last()
    .click()
  await expect(camille.getByText(counting(3))).toBeVisible()
  expect(await layoutProblems(camille, 'how many count', 'outside')).toEqual([])
})
