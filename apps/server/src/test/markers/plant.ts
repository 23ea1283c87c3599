import { randomBytes } from 'node:crypto'
import { AVATAR_SIZES } from '@reflet/contract/avatars'
import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { people } from '@reflet/contract/people'
import { recurrences } from '@reflet/contract/recurrences'
import { session } from '@reflet/contract/session'
import { sharing } from '@reflet/contract/sharing'
import { skills } from '@reflet/contract/skills'
import sharp from 'sharp'
import { expect } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { TERMS_VERSION } from '../../features/legal/legal.queries.ts'
import { CLIENT_ID } from '../../features/session/session.commands.ts'
import { hashToken } from '../../platform/crypto.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { earn, publish } from '../badges.ts'
import type { TestApp } from '../build-test-app.ts'
import { contactCalls } from '../contacts.ts'
import { eventBody } from '../events.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, signIn, type TestUser } from '../factories.ts'
import { importCalls } from '../imports.ts'
import { createBrowser, NOWHERE } from '../push-services.ts'
import { register } from '../push-stage.ts'
import { answer, ask, eventToken, mailedParams } from '../requests.ts'
import { directoryOf } from '../scim.ts'
import type { Markers } from './search.ts'

const EMAIL = 'zxqaddress@zxqmailhost.example'
const PASSWORD = 'zxqpassword zxqpassword'
const mine = { params: { userId: '1' } } as const

/** Encrypted, or never stored: never in clear text, before or after. */
export const NEVER: Markers = {
  'a password': 'zxqpassword',
  'a context': 'zxqcontext',
  'a message': 'zxqmessage',
  'an answer': 'zxqanswer',
  'a reason': 'zxqreason',
  'an award': 'zxqaward',
  'what came back': 'zxqthanks',
  'a coffee': 'zxqcoffee',
  'an event': 'zxqevent',
  'a device': 'zxqdevice',
}

/** A person who enters markers in every field of the product, and which of these are stored unencrypted until their account is deleted. */
export async function plant(app: TestApp): Promise<{ leaver: TestUser; stored: Markers; witness: TestUser }> {
  const company = await createCompany(app, { badges_active: true })
  const [witness, colleague, third, fourth] = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
  const [skill, other] = company.skillIds as [string, string]

  const { add } = contactCalls(app)
  const words = { skill_ids: [skill, other], context: 'zxqcontext', message: 'zxqmessage' }
  const askThem = (from: TestUser, to: Parameters<typeof ask>[2], confidential = false) => ask(app, from, to, { ...words, confidential })
  const askRegularly = (who: TestUser, pool: ({ user_id: string } | { email: string; first_name?: string; last_name?: string })[]) =>
    app.call(who, recurrences.createRecurrence, {
      body: {
        skill_ids: [skill],
        pool,
        every: { unit: 'month', count: 1 },
        per_round: pool.length,
        starts_on: new Date(app.now().getTime() + DAY_MS).toISOString().slice(0, 10),
        ends: { rounds: 2 },
        context: 'zxqcontext',
        message: 'zxqmessage',
        idempotency_key: aKey(),
      },
    })

  // Before the account exists: others already use the address.
  const asGuest = await askThem(witness, [{ email: EMAIL, first_name: 'Zxqguestfirst', last_name: 'Zxqguestlast' }])
  await askThem(colleague, [{ email: EMAIL }, witness, third, fourth], true)
  const params = mailedParams(app, asGuest.feedbacks[0])
  await app.call(null, guest.guestAnswer, { params, body: anAnswer({ keep: 'zxqanswer' }) })
  const kept = await add(witness, { email: EMAIL, first_name: 'Zxqcontactfirst', last_name: 'Zxqcontactlast' })
  await app.call(witness, contacts.createGroup, { ...mine, body: { name: 'Team', contact_ids: kept.body.contacts.map(({ id }) => id) } })
  await app.call(third, hierarchy.saveHierarchy, {
    body: { equal_users: [{ email: EMAIL, first_name: 'Zxqmemberfirst', last_name: 'Zxqmemberlast' }] },
  })
  await app.call(witness, hierarchy.addManager, {
    body: { manager_email: EMAIL, manager_firstName: 'Zxqbossfirst', manager_lastName: 'Zxqbosslast' },
  })
  await askRegularly(witness, [{ email: EMAIL, first_name: 'Zxqpoolfirst', last_name: 'Zxqpoollast' }])
  app.refuseMails(true)
  await app.mails()
  app.refuseMails(false)

  const leaver = await createUser(app, company, {
    email: EMAIL,
    first_name: 'Zxqformer',
    last_name: 'Zxqlast',
    job_title: 'Zxqjob',
    registration_number: 'ZXQ-REGISTRATION-17',
    password_hash: await hashPassword(PASSWORD),
  })
  await app.call(leaver, people.updateUser, { ...mine, body: { department: 'Zxqdepartment' } })
  const login = (password: string) =>
    app.call(null, session.login, { body: { grant_type: 'password', client_id: CLIENT_ID, username: EMAIL, password } })
  const opened = await login(PASSWORD)
  const endpoint = `${NOWHERE}/zxqdevice`
  const { keys } = JSON.parse(createBrowser(NOWHERE).token)
  expect((await register(app, leaver, JSON.stringify({ endpoint, keys }))).status).toBe(200)
  await login(`${PASSWORD}!`)
  await app.call(null, session.forgottenPassword, { body: { email: EMAIL } })

  await app.call(leaver, skills.chooseSkills, { ...mine, body: { skill_ids: [skill, other] } })
  await app.call(leaver, skills.evaluateMyself, { ...mine, body: { evaluations: [{ skill_id: skill, rating: 3 }] } })
  await app.call(leaver, skills.resetSkills, { ...mine, body: { skill_ids: [other] } })
  await app.call(leaver, people.acceptTerms, { body: { version: TERMS_VERSION } })
  const friend = { email: 'zxqfriend@partner.example', first_name: 'Zxqfriendfirst', last_name: 'Zxqfriendlast' }
  const own = await add(leaver, { user_id: witness.id }, friend)
  await app.call(leaver, contacts.createGroup, { ...mine, body: { name: 'Zxqgroup', contact_ids: own.body.contacts.map(({ id }) => id) } })
  await app.call(leaver, hierarchy.saveHierarchy, {
    body: { superior_users: [{ user_id: witness.id }], outside_users: [{ email: 'zxqclient@partner.example', first_name: 'Zxqclient' }] },
  })
  await app.call(leaver, hierarchy.addManager, {
    body: { manager_email: 'zxqmanager@partner.example', manager_firstName: 'Zxqmanagerfirst', manager_lastName: 'Zxqmanagerlast' },
  })
  await add(third, { user_id: leaver.id, relation: 'lower' })
  await app.call(third, hierarchy.saveHierarchy, { body: { lower_users: [{ user_id: leaver.id }] } })

  const toLeaver = await askThem(colleague, leaver)
  await answer(app, leaver, toLeaver, { keep: 'zxqanswer' })
  await app.call(leaver, feedback.declineFeedback, { params: { id: toLeaver.feedbacks[1]?.id as string }, body: { reason: 'zxqreason' } })
  await askThem(third, leaver)
  const fromLeaver = await askThem(leaver, [colleague, { email: 'somebody@partner.example' }])
  await answer(app, colleague, fromLeaver, { keep: 'zxqanswer' })

  const said = { stars: 5, thanks: 'zxqthanks', will_try: 'zxqthanks' }
  const share = async (owner: TestUser, manager: TestUser) => {
    const [received] = (await app.call(owner, feedback.listAnswers)).body.answers
    const params = { id: received?.id as string }
    expect((await app.call(owner, feedback.rateAnswer, { params, body: said })).status).toBe(200)
    await app.call(owner, sharing.setManager, { body: { user_id: manager.id } })
    const body = { manager_id: manager.id }
    expect((await app.call(owner, sharing.shareAnswer, { params, body })).status).toBe(200)
  }
  await share(leaver, witness)
  await share(witness, leaver)
  await app.call(colleague, feedback.rateAnswer, { params: { id: toLeaver.feedbacks[0]?.id as string }, body: said })
  const offer = (from: TestUser, to: TestUser) =>
    app.call(from, feedback.offerFeedback, {
      body: { ...anAnswer({ keep: 'zxqanswer' }), user_id: to.id, skill_id: skill, idempotency_key: aKey() },
    })
  await offer(leaver, colleague)
  await offer(colleague, leaver)

  const award = { type_id: company.awardTypeIds[0] as string, message: 'zxqaward', visibility: 'company' as const }
  const thank = (from: TestUser, to: TestUser) =>
    app.call(from, awards.giveAwards, { body: { ...award, user_ids: [to.id], idempotency_key: aKey() } })
  await thank(leaver, witness)
  await thank(witness, leaver)

  await askRegularly(leaver, [
    { user_id: witness.id },
    { email: 'zxqturn@partner.example', first_name: 'Zxqturnfirst', last_name: 'Zxqturnlast' },
  ])
  await askRegularly(third, [{ user_id: leaver.id }])

  const organise = async (who: TestUser, title: string) => {
    const made = await app.call(who, events.createEvent, { body: eventBody(app, [skill], title) })
    return { params: { token: eventToken(made.body) } }
  }
  const answers = [{ ...anAnswer({ keep: 'zxqanswer' }), skill_id: skill }]
  await app.call(witness, events.answerEvent, { ...(await organise(leaver, 'Zxqevent')), body: { answers } })
  await app.call(leaver, events.answerEvent, { ...(await organise(third, 'Theirs')), body: { answers } })
  const participant = { first_name: 'Zxqparticipant', last_name: 'Zxqparticipant', email: EMAIL, locale: 'en' as const }
  await app.call(null, events.answerEventLink, { ...(await organise(colleague, 'Another')), body: { participant, answers } })

  const overCoffee = async (from: TestUser, to: TestUser) => {
    const slots = [new Date(app.now().getTime() + DAY_MS).toISOString()]
    const over = { slots, place: 'zxqcoffee', message: 'zxqcoffee', idempotency_key: aKey() }
    const proposed = await app.call(from, coffee.createCoffee, { body: { ...over, invitee: { user_id: to.id } } })
    await app.call(to, coffee.acceptCoffee, { params: { id: proposed.body.id }, body: { slot: slots[0] as string } })
  }
  await overCoffee(leaver, witness)
  await overCoffee(third, leaver)

  // The name is in the row and in both documents.
  await earn(app, leaver, company.skillIds[2] as string)
  await publish(app, leaver, [company.skillIds[2] as string])
  await app.call(leaver, people.updateUser, { ...mine, body: { first_name: 'Zxqfirstnew' } })

  const admin = await createUser(app, company, { role: 'admin' })
  await importCalls(app).check(
    await signIn(app, admin),
    `email,first_name,manager_email,locale\n${EMAIL},Zxqimported,,\nnext@company.example,Next,${EMAIL},\n${EMAIL},Twice,,xx\n`,
  )

  const directory = await directoryOf(app, await signIn(app, admin))
  const provisioned = await directory.patch(`/Users/${leaver.id}`, [{ op: 'add', path: 'externalId', value: 'zxq-directory-17' }])
  expect(provisioned.status).toBe(200)

  const stored: Markers = {
    'former first name': 'zxqformer',
    'last name': 'zxqlast',
    'name as changed': 'zxqfirstnew',
    'job title': 'zxqjob',
    department: 'zxqdepartment',
    'registration number': 'zxq-registration-17',
    'id in a directory': 'zxq-directory-17',
    'e-mail address': EMAIL,
    'password hash': /\$argon2id\S+/.exec(await passwordHashOf(app, leaver))?.[0] ?? '',
    'session token': hashToken(leaver.token),
    'session token of a login': hashToken(opened.body.access_token),
    'failed login': hashToken(EMAIL),
    'device of theirs': hashToken(`webpush:${endpoint}`),
    'contact of theirs': 'zxqfriendlast',
    'contact’s address': 'zxqfriend@partner.example',
    'group of theirs': 'zxqgroup',
    'outsider in their hierarchy': 'zxqclient',
    'manager of theirs': 'zxqmanagerlast',
    'as a guest': 'zxqguestlast',
    'as a contact': 'zxqcontactlast',
    'in a hierarchy': 'zxqmemberlast',
    'in a pool': 'zxqpoollast',
    'in a pool of theirs': 'zxqturnlast',
    'as a manager': 'zxqbosslast',
    'on the line of an import': 'zxqimported',
    ...(await picture(app, leaver)),
  }
  await app.mails()
  return { leaver, stored, witness }
}

const passwordHashOf = async (app: TestApp, { id }: TestUser) =>
  (await rows(app.database.db, { password_hash: t.text }, sql`select password_hash from users where id = ${id}`))[0]?.password_hash ?? ''

/** TOAST: PostgreSQL cuts a large value into chunks of this size; text across a boundary is in no file in one piece. */
const TOAST_CHUNK = 1996

/** Uploads a unique picture and returns some bytes of each of its sizes. */
async function picture(app: TestApp, who: TestUser): Promise<Markers> {
  const side = 600
  const noise = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(noise)], { type: 'image/png' }), 'zxqfilename.png')
  const reply = await fetch(`${app.url}/api/user/avatar`, { method: 'POST', headers: { authorization: `Bearer ${who.token}` }, body })
  const { user } = (await reply.json()) as { user: { avatar_url: string } }
  const address = user.avatar_url
  const sizes = AVATAR_SIZES.map(async (size) => {
    const file = await fetch(new URL(address.replace(/\d+\.webp$/, `${size}.webp`), app.url))
    const bytes = Buffer.from(await file.arrayBuffer())
    const from = Math.floor(bytes.length / 2 / TOAST_CHUNK) * TOAST_CHUNK + 64
    return [`picture of ${size} pixels`, bytes.subarray(from, from + 24)] as const
  })
  return { ...Object.fromEntries(await Promise.all(sizes)), 'picture’s address': address }
}
