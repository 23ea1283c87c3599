import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@reflet/contract/account'
import { AVATAR_SIZES } from '@reflet/contract/avatars'
import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { myManager } from '@reflet/contract/manager'
import { people } from '@reflet/contract/people'
import { recurrences } from '@reflet/contract/recurrences'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, rows } from '../../db/index.ts'
import { migrate } from '../../db/migrate.ts'
import { hashToken } from '../../platform/crypto.ts'
import { createLog } from '../../platform/log.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, openSession, type TestUser } from '../../test/factories.ts'
import { createBrowser } from '../../test/push-services.ts'
import { register } from '../../test/push-stage.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'
import { CLIENT_ID } from '../session/session.commands.ts'

/**
 * A person leaves traces wherever the product lets them, in words that stand nowhere else; then they delete their account,
 * and every table, every file and the log are searched for those words.
 */

/** What is searched for, by what it is. Bytes are searched for as they are and as hexadecimal digits. */
type Markers = Record<string, string | Buffer>

const EMAIL = 'zxqaddress@zxqmailhost.example'
const PASSWORD = 'zxqpassword zxqpassword'
const mine = { params: { userId: '1' } } as const

/** Sealed, or not to be stored at all: never in clear, before or after. */
const NEVER: Markers = {
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

/** A browsers' push service that never answers. */
const NOWHERE = 'http://127.0.0.1:9'

async function plant(app: TestApp): Promise<{ leaver: TestUser; stored: Markers; witness: TestUser }> {
  const company = await createCompany(app, { badges_active: true })
  const [witness, colleague, third] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
  const [skill, other] = company.skillIds as [string, string]

  const ask = async (
    from: TestUser,
    recipients: ({ user_id: string } | { email: string; first_name?: string; last_name?: string })[],
    confidential = false,
  ) =>
    (
      await app.call(from, feedback.createRequest, {
        body: {
          skill_ids: [skill, other],
          recipients,
          confidential,
          context: 'zxqcontext',
          message: 'zxqmessage',
          idempotency_key: aKey(),
        },
      })
    ).body
  const answer = (giver: TestUser, id: string | undefined) =>
    app.call(giver, feedback.answerFeedback, { params: { id: id as string }, body: anAnswer({ keep: 'zxqanswer' }) })
  const askRegularly = (who: TestUser, pool: ({ user_id: string } | { email: string; first_name?: string; last_name?: string })[]) =>
    app.call(who, recurrences.createRecurrence, {
      body: {
        skill_ids: [skill],
        pool,
        every: { unit: 'month', count: 1 },
        per_round: pool.length,
        starts_on: new Date(app.now().getTime() + 86_400_000).toISOString().slice(0, 10),
        ends: { rounds: 2 },
        context: 'zxqcontext',
        message: 'zxqmessage',
        idempotency_key: aKey(),
      },
    })

  // Before there is an account: others know the address.
  const asGuest = await ask(witness, [{ email: EMAIL, first_name: 'Zxqguestfirst', last_name: 'Zxqguestlast' }])
  await ask(colleague, [{ email: EMAIL }, { user_id: witness.id }, { user_id: third.id }], true)
  const [token, feedbackId] = (asGuest.feedbacks[0]?.guest_link ?? '').split('/').slice(-2) as [string, string]
  await app.call(null, guest.guestAnswer, { params: { token, feedbackId }, body: anAnswer({ keep: 'zxqanswer' }) })
  const kept = await app.call(witness, contacts.addContacts, {
    ...mine,
    body: { contacts: [{ email: EMAIL, first_name: 'Zxqcontactfirst', last_name: 'Zxqcontactlast' }] },
  })
  await app.call(witness, contacts.createGroup, { ...mine, body: { name: 'Team', contact_ids: kept.body.contacts.map(({ id }) => id) } })
  await app.call(witness, hierarchy.saveHierarchy, {
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
    first_name: 'Zxqfirst',
    last_name: 'Zxqlast',
    job_title: 'Zxqjob',
    registration_number: 'ZXQ-REGISTRATION-17',
    password_hash: await hashPassword(PASSWORD),
  })
  await app.call(leaver, people.updateUser, { ...mine, body: { department: 'Zxqdepartment', first_name: 'Zxqfirstnew' } })
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
  const own = await app.call(leaver, contacts.addContacts, {
    ...mine,
    body: {
      contacts: [{ user_id: witness.id }, { email: 'zxqfriend@partner.example', first_name: 'Zxqfriendfirst', last_name: 'Zxqfriendlast' }],
    },
  })
  await app.call(leaver, contacts.createGroup, { ...mine, body: { name: 'Zxqgroup', contact_ids: own.body.contacts.map(({ id }) => id) } })
  await app.call(leaver, hierarchy.saveHierarchy, {
    body: { superior_users: [{ user_id: witness.id }], outside_users: [{ email: 'zxqclient@partner.example', first_name: 'Zxqclient' }] },
  })
  await app.call(leaver, hierarchy.addManager, {
    body: { manager_email: 'zxqmanager@partner.example', manager_firstName: 'Zxqmanagerfirst', manager_lastName: 'Zxqmanagerlast' },
  })
  await app.call(third, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: leaver.id, relation: 'lower' }] } })
  await app.call(third, hierarchy.saveHierarchy, { body: { lower_users: [{ user_id: leaver.id }] } })

  const toLeaver = await ask(colleague, [{ user_id: leaver.id }])
  await answer(leaver, toLeaver.feedbacks[0]?.id)
  await app.call(leaver, feedback.declineFeedback, { params: { id: toLeaver.feedbacks[1]?.id as string }, body: { reason: 'zxqreason' } })
  await ask(third, [{ user_id: leaver.id }])
  const fromLeaver = await ask(leaver, [{ user_id: colleague.id }, { email: 'somebody@partner.example' }])
  await answer(colleague, fromLeaver.feedbacks.find((item) => item.recipient.user_id === colleague.id)?.id)

  const said = { stars: 5, thanks: 'zxqthanks', will_try: 'zxqthanks' }
  const share = async (owner: TestUser, manager: TestUser) => {
    const [received] = (await app.call(owner, feedback.listAnswers)).body.answers
    const params = { id: received?.id as string }
    expect((await app.call(owner, feedback.rateAnswer, { params, body: said })).status).toBe(200)
    await app.call(owner, myManager.setManager, { body: { user_id: manager.id } })
    expect((await app.call(owner, feedback.shareAnswer, { params })).status).toBe(200)
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

  const thank = (from: TestUser, to: TestUser) =>
    app.call(from, awards.giveAwards, {
      body: {
        type_id: company.awardTypeIds[0] as string,
        user_ids: [to.id],
        message: 'zxqaward',
        visibility: 'company',
        idempotency_key: aKey(),
      },
    })
  await thank(leaver, witness)
  await thank(witness, leaver)

  await askRegularly(leaver, [
    { user_id: witness.id },
    { email: 'zxqturn@partner.example', first_name: 'Zxqturnfirst', last_name: 'Zxqturnlast' },
  ])
  await askRegularly(third, [{ user_id: leaver.id }])

  const organise = async (who: TestUser, title: string) => {
    const made = await app.call(who, events.createEvent, {
      body: {
        title,
        takes_place_on: app.now().toISOString().slice(0, 10),
        skill_ids: [skill],
        ends_at: new Date(app.now().getTime() + 86_400_000).toISOString(),
        idempotency_key: aKey(),
      },
    })
    return { params: { token: made.body.link.split('/').at(-1) as string } }
  }
  const answers = [{ ...anAnswer({ keep: 'zxqanswer' }), skill_id: skill }]
  await app.call(witness, events.answerEvent, { ...(await organise(leaver, 'Zxqevent')), body: { answers } })
  await app.call(leaver, events.answerEvent, { ...(await organise(third, 'Theirs')), body: { answers } })
  const participant = { first_name: 'Zxqparticipant', last_name: 'Zxqparticipant', email: EMAIL, locale: 'en' as const }
  await app.call(null, events.answerEventLink, { ...(await organise(colleague, 'Another')), body: { participant, answers } })

  const overCoffee = async (from: TestUser, to: TestUser) => {
    const slots = [new Date(app.now().getTime() + 86_400_000).toISOString()]
    const over = { slots, place: 'zxqcoffee', message: 'zxqcoffee', idempotency_key: aKey() }
    const proposed = await app.call(from, coffee.createCoffee, { body: { ...over, invitee: { user_id: to.id } } })
    await app.call(to, coffee.acceptCoffee, { params: { id: proposed.body.id }, body: { slot: slots[0] as string } })
  }
  await overCoffee(leaver, witness)
  await overCoffee(third, leaver)

  const stored: Markers = {
    'first name': 'zxqfirst',
    'last name': 'zxqlast',
    'name as changed': 'zxqfirstnew',
    'job title': 'zxqjob',
    department: 'zxqdepartment',
    'registration number': 'zxq-registration-17',
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
    ...(await picture(app, leaver)),
  }
  await app.mails()
  return { leaver, stored, witness }
}

const passwordHashOf = async (app: TestApp, { id }: TestUser) =>
  (await rows<{ password_hash: string }>(app.database.db, sql`select password_hash from users where id = ${id}`))[0]?.password_hash ?? ''

/** PostgreSQL cuts a large value into pieces of so many bytes; what lies across a cut stands in no file in one piece. */
const TOAST_CHUNK = 1996

/** Uploads a picture that no other can be and returns some bytes out of each of its sizes. */
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

const asText = (marker: string | Buffer) => (typeof marker === 'string' ? [marker.toLowerCase()] : [marker.toString('hex')])

/** Where these stand, in any column of any table: `{what: [tables]}`. */
async function inTables(app: TestApp, markers: Markers): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    app.database.db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(80)
  // Bytes are printed as hexadecimal digits; a text may stand inside bytes, too.
  const needles = Object.entries(markers).map(([what, marker]) => [what, [...asText(marker), Buffer.from(marker).toString('hex')]] as const)
  const any = needles.flatMap(([, forms]) => forms.map((form) => form.replace(/[^\w-]/g, '\\$&'))).join('|')
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const hits = await rows<{ line: string }>(
      app.database.db,
      sql`select lower(t::text) as line from ${sql.raw(name)} t where lower(t::text) ~ ${any}`,
    )
    for (const [what, forms] of needles) {
      if (hits.some(({ line }) => forms.some((form) => line.includes(form)))) found[what] = [...(found[what] ?? []), name]
    }
  }
  return found
}

/** Where these stand, in any byte of any file below: `{what: [files]}`. */
function inFiles(folder: string, markers: Markers): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const text = bytes.toString('latin1').toLowerCase()
    for (const [what, marker] of Object.entries(markers)) {
      const hit = typeof marker === 'string' ? text.includes(marker.toLowerCase()) : bytes.includes(marker)
      if (hit) found[what] = [...(found[what] ?? []), path.slice(folder.length)]
    }
  }
  return found
}

/** A log of everything that is ever said. */
function listen() {
  const lines: string[] = []
  return { log: createLog('trace', { write: (line) => lines.push(line) }), lines }
}

function inLog(lines: readonly string[], markers: Markers): Record<string, string[]> {
  const text = lines.join('\n').toLowerCase()
  return Object.fromEntries(
    Object.entries(markers).flatMap(([what, marker]) => (asText(marker).some((needle) => text.includes(needle)) ? [[what, ['log']]] : [])),
  )
}

async function goes(app: TestApp, leaver: TestUser) {
  // The planner has seen everything, and jobs run.
  await app.database.pool.query('analyze')
  await app.startSchedules()
  const elsewhere = await openSession(app, leaver.company.id, leaver.id)
  expect((await app.call(leaver, account.deleteUser)).status).toBe(200)
  expect((await app.call({ token: elsewhere }, people.getUser, mine)).status).toBe(401)
  await app.mails()
}

test('after a person has left, no table and no line of the log holds a trace of them', async () => {
  const { log, lines } = listen()
  const app = await buildTestApp({ log, push: { webPushAt: [NOWHERE] } })
  onTestFinished(() => app.close())
  const { leaver, stored, witness } = await plant(app)
  const all = { ...stored, ...NEVER }
  expect(Object.keys(await inTables(app, all)).sort(), 'the search finds each before').toEqual(Object.keys(stored).sort())

  await goes(app, leaver)
  const { id: places = [], ...found } = await inTables(app, { ...all, id: leaver.id })
  expect(found).toEqual({})
  // A bare id, of nobody, may stay among the planner's samples for a while.
  expect(places.filter((name) => name !== 'pg_catalog.pg_statistic')).toEqual([])
  expect(lines.length).toBeGreaterThan(30)
  expect(inLog(lines, all)).toEqual({})
  expect((await app.call(witness, feedback.listAnswers)).body.answers, 'what they said stays').toMatchObject([{ keep: 'zxqanswer' }])
})

test('no file of the data directory does, with the server running or ended', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-markers-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, poolSize: 1 })
  await migrate(database.pool)
  const app = await buildTestApp({ database, push: { webPushAt: [NOWHERE] } })
  const { leaver, stored } = await plant(app)
  await database.pool.query('checkpoint')
  expect(Object.keys(inFiles(dataDir, stored)).sort(), 'the search finds each before').toEqual(Object.keys(stored).sort())

  await goes(app, leaver)
  const all = { ...stored, ...NEVER }
  expect(inFiles(dataDir, all)).toEqual({})
  await app.close()
  expect(inFiles(dataDir, all)).toEqual({})
})
