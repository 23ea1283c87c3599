import { HIERARCHY_LISTS, hierarchy } from '@reflet/contract/hierarchy'
import { Contacts } from '../contacts/contacts.ts'
import { Home } from '../home/home.ts'
import { TabBar } from '../navigation/tab-bar.ts'
import { MyManager } from '../sharing/my-manager.ts'
import { apiOf } from '../support/api.ts'
import { layoutProblems } from '../support/checks.ts'
import { expect, PHONE, test } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { AddManager } from './add-manager.ts'
import { Hierarchy, ManagerLists } from './hierarchy.ts'

const MANAGER = 'yannick@holding.example'
const DESKTOP = { width: 1440, height: 900 }
const OLIVER = 'Oliver Bennett'
const LONG_NAME = 'Raghunathan'

test('Amir fills his lists by mouse and keyboard; his manager fills them from the mail without an account; Amir merges both', async ({
  server,
  visitor,
}) => {
  const amir = await visitor({ locale: 'ar-EG', viewport: DESKTOP })
  await enter(amir, 'amir@nova.example')
  const lists = new Hierarchy(amir, 'ar')

  await test.step('Amir moves Oliver by mouse into a circle: what is refused is said at him', async () => {
    await lists.open()
    await expect(lists.relation('superior')).toContainText('Oliver')
    await expect(lists.relation('outside'), 'an outsider among the contacts, as on their page').toContainText('Nadia')

    // Under him by mouse: Oliver says that he leads Amir, so this would be a circle.
    await lists.dragByMouse(OLIVER, 'lower')
    await expect(lists.relation('lower')).toContainText('Oliver')
    await lists.save()
    await lists.endManager()
    await expect(lists.moveTo(OLIVER)).toHaveAccessibleDescription(lists.say('hierarchy.problem.cycle'))
    await expect(lists.problems).toContainText('Oliver')
    await expect(lists.problems).toBeFocused()
    await lists.problems.getByRole('button').click()
    await expect(lists.moveTo(OLIVER)).toBeFocused()
  })

  // A reload loses nothing; the arrow keys follow the direction of Arabic.
  await test.step('Amir moves him back by keyboard', async () => {
    await amir.reload()
    await expect(lists.relation('lower')).toContainText('Oliver')
    await lists.dragByKeys(OLIVER, [
      ['ArrowRight', 'equal'],
      ['ArrowUp', 'superior'],
    ])
    await expect(lists.relation('superior')).toContainText('Oliver')
    await expect(lists.handle(OLIVER), 'the focus stays with whom it moved').toBeFocused()
    await lists.dragByKeys(OLIVER, [['ArrowLeft', 'equal']])
    await lists.move(OLIVER, 'superior')
    await expect(lists.moveTo(OLIVER)).toBeFocused()
    // The lists are those of the contacts: Oliver is back where he was, so that somebody else has to move.
    await lists.move(await lists.membersOf('coworker').first().getByRole('strong').innerText(), 'equal')
    await lists.save()
    await expectToast(amir, 'حُفظت قوائمك')
  })

  await test.step('Amir asks his manager', async () => {
    const ask = new AddManager(amir, 'ar')
    await ask.open()
    await ask.firstName.fill('Yannick')
    await ask.lastName.fill('Le Goff')
    await ask.email.fill('amir@nova.example')
    await ask.send()
    await expect(ask.email, 'a person cannot be their own manager').toHaveAccessibleDescription(/./)
    await ask.ask('Yannick', 'Le Goff', MANAGER)
    await expect(lists.manager('Yannick Le Goff')).toBeVisible()
    await expect(lists.relation('superior'), 'what was saved').toContainText('Oliver')
    await expect(lists.membersOf('superior')).toHaveCount(1)
    await expect(lists.remindLater, 'a day after the request').toHaveAttribute('aria-disabled', 'true')
  })

  const name = await test.step('the manager fills the lists', async () => {
    const mail = await mailTo(server, MANAGER, 'hierarchical-list')
    const link = /https?:\/\/[^\s"]*\/hierarchical-list\/[\w-]+/.exec(mail.text)?.[0] ?? ''
    expect(`${mail.subject}${mail.text}${mail.html}`, 'the mail names no colleague').not.toContain('Oliver')
    const manager = await visitor({ locale: 'ar-EG', viewport: PHONE })
    await manager.goto(link)
    const his = new ManagerLists(manager, 'ar')
    await expect(his.relation('superior'), 'the manager is proposed').toContainText('Yannick')
    await expect(his.relation('superior')).toContainText('Oliver')
    const coworker = await his.membersOf('coworker').first().getByRole('strong').innerText()
    await his.move(coworker, 'equal')
    await expect(his.relation('equal')).toContainText(coworker)
    await test.step('an incomplete address keeps the sheet open and says why; a typed one is added when it closes', async () => {
      await his.openAdding('outside')
      await his.addByEmail('nora')
      await expect(his.addedEmail).toHaveAccessibleDescription(his.say('login.email_invalid'))
      await his.addByEmail('nora@partner.example', 'Nora')
      await his.addedEmail.fill('vera@')
      await his.finishAdding()
      await expect(his.addedEmail).toHaveAccessibleDescription(his.say('login.email_invalid'))
      await expect(his.addedEmail).toBeFocused()
      await his.addedEmail.fill('vera@partner.example')
      await his.finishAdding()
      await expect(his.relation('outside')).toContainText('Nora')
      await expect(his.relation('outside')).toContainText('vera@partner.example')
    })
    await manager.reload()
    await expect(his.relation('outside'), 'the draft is kept with the link').toContainText('Nora')
    await his.save()
    await expect(his.saved.filter({ hasText: 'Nora' })).toBeVisible()
    expect(manager.url(), 'no redirect to the login').toBe(link)
    return coworker
  })

  await test.step('meanwhile Amir has added somebody: neither overwrites the other, and he merges both', async () => {
    await lists.addOutsider(LONG_NAME)
    await lists.save()
    for (const [who, relation] of [
      [name, 'equal'],
      ['Nora', 'outside'],
    ] as const) {
      const placed = { name: who, list: lists.say(`relation.${relation}`) }
      await expect(lists.changed.getByRole('listitem').filter({ hasText: who })).toHaveText(lists.say('hierarchy.changed.placed', placed))
    }
    await expect(lists.relation('outside'), 'his own arrangement is still there').toContainText(LONG_NAME)
    await amir.reload()
    await expect(lists.changed, 'also after a reload').toContainText('Nora')
    await lists.combineBoth()
    await expect(lists.changed).toHaveCount(0)
    await expect(lists.relation('outside')).toContainText('Nora')
    await expect(lists.relation('outside')).toContainText(LONG_NAME)
    await lists.save()
    await expectToast(amir, 'حُفظت قوائمك')
  })

  await amir.reload()
  await expect(lists.relation('superior')).toContainText('Yannick')
  for (const outsider of ['Nora', LONG_NAME]) await expect(lists.relation('outside')).toContainText(outsider)
  expect(await layoutProblems(amir, 'five lists side by side', 'broken')).toEqual([])
  await expect(lists.filled).toBeVisible()
})

test('a contact who stops being the manager is asked about before; home says no longer to add who I work with; without badges no lists @whole', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: DESKTOP })
  await enter(page, 'sofia@nova.example')
  const contacts = new Contacts(page, 'es')
  const lists = new Hierarchy(page, 'es')
  const mine = new MyManager(page, 'es')
  const question = page.locator('ion-alert').filter({ hasText: OLIVER })
  const answer = (key: string) => question.getByRole('button', { name: lists.say(key), exact: true }).click()

  await test.step('the contact is marked, and keeps the relation when the question is cancelled', async () => {
    await contacts.open()
    await contacts.openContact(OLIVER)
    await expect(contacts.manager).toBeVisible()
    await contacts.chooseRelation('equal')
    await contacts.save()
    await expect(question).toBeVisible()
    await answer('common.cancel')
    await mine.open()
    await expect(mine.manager(OLIVER)).toBeVisible()
  })

  await test.step('home says no longer to add who I work with once a contact has a relation', async () => {
    await apiOf(page).call(hierarchy.saveHierarchy, { body: Object.fromEntries(HIERARCHY_LISTS.map((list) => [list, []])) })
    await page.setViewportSize(PHONE)
    const home = new Home(page, 'es')
    const hint = home.top.getByText(home.say('home.hierarchy.title'))
    await home.open()
    await expect(hint).toBeVisible()
    await contacts.open()
    await contacts.openContact(OLIVER)
    await contacts.chooseRelation('equal')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await contacts.save()
    await saved
    await new TabBar(page, 'es').tabOf('home').click()
    await expect(home.nextAction).toBeVisible()
    await expect(hint, 'without a reload').toHaveCount(0)
    await page.reload()
    await expect(home.nextAction).toBeVisible()
    await expect(hint, 'and after it').toHaveCount(0)
  })

  await test.step('a company without badges has no lists', async () => {
    const luc = await visitor({ locale: 'es-ES' })
    await enter(luc, 'luc@lune.example')
    const own = ['home', 'contacts', 'publish-new', 'publish-linkedin', 'publish-linkedin-validate', 'hierarchical-list', 'add-manager']
    for (const path of ['/badge', ...own.map((screen) => `/badge-${screen}`)]) {
      await luc.goto(path)
      await luc.waitForURL(/\/home/)
    }
  })
})
