import { adminPeople } from '@reflet/contract/admin-people'
import { people } from '@reflet/contract/people'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { expect, shown, test } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Admin } from './admin.ts'

const NADIA = 'nadia.belkacem@nova.example'
const PASSWORD = 'a long enough password'

test('the administrator adds, deactivates and imports people, and raises the threshold; an employee has no administration', async ({
  visitor,
  server,
}) => {
  const page = await visitor({ locale: 'de-DE' })
  await enter(page, 'admin@nova.example', 'de')
  const admin = new Admin(page, 'de')
  await admin.open()
  await page
    .getByRole('link', { name: admin.say('admin.area.people') })
    .first()
    .click()

  await test.step('a manager who does not exist is refused at the field, and nothing is lost', async () => {
    await admin.button('admin.people.add').click()
    await admin.input('admin.people.first_name').fill('Nadia')
    await admin.input('admin.people.last_name').fill('Belkacem')
    await admin.input('admin.people.email').fill(NADIA)
    await admin.input('admin.people.manager').fill('nobody@nova.example')
    await admin.submit('admin.people.create')
    await expect(admin.input('admin.people.manager')).toHaveAccessibleDescription(admin.say('admin.people.manager_unknown'))
    await expect(admin.input('admin.people.email')).toHaveValue(NADIA)
    await admin.input('admin.people.manager').fill('oliver@nova.example')
    await admin.form.locator('ion-toggle').click()
    await admin.submit('admin.people.create')
    await admin.find('belka')
    await expect(admin.rows).toContainText(admin.say('admin.people.status.invited'))
  })

  await test.step('no invitation was made yet; it is sent when its mail has left', async () => {
    await expect(admin.rows).toContainText(admin.say('admin.people.invitation.none'))
    await admin.openRow('Nadia Belkacem')
    await admin.submit('admin.people.invite_first')
    const read = () => apiOf(page).call(adminPeople.listPeople, { query: { query: NADIA } })
    await expect.poll(async () => (await read()).people[0]?.invitation_sent_at).toEqual(expect.any(String))
    await page.reload()
    await admin.find('belka')
    await expect(admin.rows).toContainText(admin.opening('admin.people.invitation.sent', 'date'))
  })

  await test.step('the invitation leads to a password and to the first steps', async () => {
    const { text } = await mailTo(server, NADIA, 'reset-password')
    const nadia = await visitor({ locale: 'de-DE' })
    await nadia.goto(/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '')
    const login = new Login(nadia, 'de')
    await login.secret('reset.password').fill(PASSWORD)
    await login.button('reset.submit').click()
    await expect(nadia).toHaveURL(/onboarding/)
    await apiOf(nadia).call(people.updateUser, { params: { userId: '1' }, body: { last_name: 'Curie' } })
  })

  await test.step('she has changed her name: the administrator sees the one before, and confirms the new one', async () => {
    await page.reload()
    await admin.find(NADIA)
    await admin.openRow('Nadia Curie')
    await expect(admin.form).toContainText('Nadia Belkacem')
    await admin.submit('admin.people.confirm_name')
    await expectToast(page, admin.say('admin.people.name_confirmed'))
    await expect(admin.form).not.toContainText('Nadia Belkacem')
    await admin.input('admin.people.last_name').fill('Belkacem')
    await admin.submit('common.save')
    await expectToast(page, admin.say('admin.saved'))
  })

  await test.step('she is active now: a lost second factor is reset, and she is deactivated, each after a question', async () => {
    await page.reload()
    await admin.find('belka')
    await admin.openRow('Nadia Belkacem')
    await admin.submit('admin.people.reset_factors')
    await expect(admin.question).toContainText(admin.say('admin.people.reset_factors_text'))
    await admin.question.getByRole('button', { name: admin.say('admin.people.reset_factors_do'), exact: true }).click()
    await expectToast(page, admin.say('admin.people.factors_reset'))
    await admin.submit('admin.people.deactivate')
    await expect(admin.question).toContainText('Nadia Belkacem')
    await admin.question.getByRole('button', { name: admin.say('admin.people.deactivate') }).click()
    await expect(admin.rows).toContainText(admin.say('admin.people.status.deactivated'))
  })

  await test.step('the audit log says who did what', async () => {
    await admin.open('audit')
    await expect(admin.rows.filter({ hasText: admin.say('admin.audit.actions.person_deactivated') }).first()).toContainText(
      'Nadia Belkacem',
    )
  })

  await test.step('a spreadsheet: one without addresses is refused; wrong lines are reported, the others become people', async () => {
    await admin.open('people/import')
    // The demo's own import waits for its confirmation.
    const discard = admin.button('admin.import.discard')
    const again = admin.button('admin.import.again')
    const choose = admin.button('admin.import.choose')
    await expect(discard.or(again).or(choose).first()).toBeVisible()
    if (await discard.isVisible()) await discard.click()
    await expect(again.or(choose)).toBeVisible()
    if (await again.isVisible()) await again.click()

    await admin.choose('leer.csv', Buffer.from('Name;Alter\r\nx;1\r\n'))
    await expect(shown(page).getByRole('alert')).toContainText(admin.say('admin.failure.no_email_column'))
    await again.click()
    const file = 'Nachname;Vorname;E-Mail;Abteilung\r\nGröße;Jörg;joerg.groesse@nova.example;Vertrieb\r\nFalsch;Frieda;keine Adresse;\r\n'
    await admin.choose('personen.csv', Buffer.from(file, 'latin1'))
    await expect(admin.count('admin.import.count.created')).toHaveText('1')
    await expect(admin.count('admin.import.count.errors')).toHaveText('1')
    await expect(shown(page).getByRole('row').last()).toContainText('keine Adresse')
    await admin.button('admin.import.start').click()
    await expect(shown(page).locator('h2').first()).toHaveText(admin.say('admin.import.done'))
    await admin.open('people')
    await admin.find('größe')
    await expect(admin.rows).toContainText('Jörg Größe')
  })

  await test.step('policies: a contradiction is said at its field, a raised threshold asks first', async () => {
    await admin.open('policies')
    await admin.input('admin.policies.first_reminder').fill('40')
    await admin.submit('common.save')
    await expect(admin.input('admin.policies.first_reminder')).toHaveAccessibleDescription(admin.say('errors.reminders_out_of_order'))
    await admin.input('admin.policies.first_reminder').fill('2')
    await admin.input('admin.policies.confidentiality_threshold').fill('4')
    await admin.submit('common.save')
    await admin.question.getByRole('button', { name: admin.say('admin.policies.raise') }).click()
    await expectToast(page, admin.say('admin.saved'))
    await page.reload()
    await expect(admin.input('admin.policies.confidentiality_threshold')).toHaveValue('4')
  })

  await test.step('policies: the rule of the badges is shown and changed; what is wrong is said at its field alone', async () => {
    const ratings = admin.input('admin.policies.badge_ratings')
    const mean = admin.input('admin.policies.badge_mean')
    const superior = admin.form.getByRole('switch', { name: admin.say('admin.policies.badge_superior') })
    await expect(ratings).toHaveValue('5')
    await expect(mean).toHaveValue('4')
    await expect(superior).toBeChecked()
    await ratings.fill('2')
    await admin.submit('common.save')
    await expect(ratings).toHaveAccessibleDescription(new RegExp(admin.say('errors.invalid_input')))
    await expect(mean).toHaveAccessibleDescription(admin.say('admin.policies.from_to', { from: 3, to: 5 }))
    await ratings.fill('6')
    await mean.fill('4.5')
    await superior.click()
    await admin.submit('common.save')
    await expectToast(page, admin.say('admin.saved'))
    await page.reload()
    await expect(ratings).toHaveValue('6')
    await expect(mean).toHaveValue('4.5')
    await expect(superior).not.toBeChecked()
  })

  await test.step('a sign-in of more than ten minutes ago: saving and exporting ask who it is, and go on with what was typed', async () => {
    // As after a pause of more than ten minutes.
    let isOld = true
    for (const call of ['**/api/admin/policies', '**/api/admin/audit.csv'])
      await page.route(call, (route) =>
        isOld && (route.request().method() === 'PATCH' || route.request().url().endsWith('.csv'))
          ? route.fulfill({ status: 403, json: { code: 'reauthentication_required', request_id: '1' } })
          : route.continue(),
      )
    page.on('response', (response) => {
      if (response.url().endsWith('/api/user/reauthenticate') && response.ok()) isOld = false
    })
    const sheet = page.locator('ion-modal:visible')
    const title = sheet.getByRole('heading', { name: admin.say('security.step_up.title') })
    const confirm = async () => {
      await sheet.getByLabel(admin.say('login.password'), { exact: true }).fill(DEMO_PASSWORD)
      await sheet.getByRole('button', { name: admin.say('security.step_up.submit') }).click()
      await expect(title).toHaveCount(0)
    }
    const days = admin.input('admin.policies.session_days')
    await days.fill('21')
    await admin.submit('common.save')
    await expect(title).toBeVisible()
    await sheet.getByRole('button', { name: admin.say('common.cancel') }).click()
    await expect(shown(page).getByRole('alert')).toContainText(admin.say('errors.reauthentication_required'))
    await expect(days, 'nothing is lost').toHaveValue('21')
    await admin.submit('common.save')
    await confirm()
    await expectToast(page, admin.say('admin.saved'))
    await page.reload()
    await expect(days).toHaveValue('21')

    isOld = true
    await admin.open('audit')
    const download = page.waitForEvent('download')
    await admin.button('admin.csv').click()
    await confirm()
    expect((await download).suggestedFilename()).toBe('audit.csv')
  })

  await test.step('an employee has no administration', async () => {
    const employee = await visitor({ locale: 'en-GB' })
    await enter(employee, 'kwame@nova.example', 'en')
    const refused = new Admin(employee, 'en')
    await refused.open('people')
    await expect(shown(employee)).toContainText(refused.say('errors.forbidden'))
  })
})
