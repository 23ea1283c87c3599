import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@reflet/contract/account'
import { adminAudit } from '@reflet/contract/admin-audit'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { adminLearning } from '@reflet/contract/admin-learning'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { adminUsage } from '@reflet/contract/admin-usage'
import { badges } from '@reflet/contract/badges'
import { DAY_MS } from '@reflet/contract/durations'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { countUsage } from '../../features/admin/usage/count.commands.ts'
import { rotateBadgeKey } from '../../features/badges/issuing/issuers.commands.ts'
import { pagesOfBadges } from '../../features/badges/public/company-badges.queries.ts'
import { deleteCompany } from '../../features/companies/deletion.commands.ts'
import { publishOne } from '../../test/badges.ts'
import { createCompany, createUser, createUsers, signIn, type TestCompany, type TestUser } from '../../test/factories.ts'
import { aVideo, sendFile } from '../../test/files.ts'
import { codeOf } from '../../test/logins.ts'
import { NEVER, plant } from '../../test/markers/plant.ts'
import { settingsOfOpenId, startOpenId } from '../../test/openid.ts'
import { NOWHERE } from '../../test/push-services.ts'
import { answer, ask } from '../../test/requests.ts'
import { createProvider, settingsOfSaml } from '../../test/saml.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { acceptsJson, type Credential, inExport } from '../../test/verifier.ts'
import { viewerOf } from '../../test/viewer.ts'
import { exportCompany } from './export.ts'

const app = useTestApp({ push: { webPushAt: [NOWHERE] } })
const folder = mkdtempSync(join(tmpdir(), 'reflet-company-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
/** The files of an export. */
async function exportOf(company: TestCompany, most?: number) {
  const path = join(folder, `${++count}.zip`)
  const exported = await exportCompany(app.platform, await codeOf(app, company), path, most)
  const files = unzipSync(readFileSync(path))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return {
    ...exported,
    files,
    names: Object.keys(files),
    text,
    data: JSON.parse(text('data.json')),
    lines: (name: string) =>
      Papa.parse<Record<string, string>>(text(name).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data,
  }
}

const admin = async (company: TestCompany) => signIn(app, await createUser(app, company, { role: 'admin', last_name: 'Administrator' }))

/** Columns whose values are in the export, by table: what an administrator's call or a public page shows. */
const EXPORTED: Readonly<Record<string, string>> = {
  companies: `company_id code name locale time_zone badges_active created_at suspended_at confidentiality_threshold first_reminder_days second_reminder_days
    expiry_days quiet_from quiet_until outside_per_person outside_per_company session_days retention_months feed_awards badge_ratings badge_people
    badge_relations badge_superior badge_mean password_login second_factor emergency_until domoscio_host domoscio_instance`,
  users: `id email first_name last_name job_title department registration_number locale role manager_id deactivated_at invitation_sent_at activated_at
    last_seen_at`,
  email_changes: 'new_email',
  skills: 'id category names descriptions retired_at',
  award_types: 'id icon names descriptions retired_at',
  videos: 'id titles descriptions seconds retired_at',
  video_files: 'media_type bytes',
  video_parts: 'bytes',
  video_captions: 'locale text',
  // Merged, and without those of few people.
  usage_months: 'month people active asked answered',
  usage_departments: 'department people active asked answered',
  audit_log: 'at actor_kind actor_id action target_kind target_id network details',
  sign_in_saml: 'idp_entity_id sso_url certificates person_by attribute idp_initiated create_people updated_at',
  sign_in_oidc: 'issuer client_id claim person_by hosted_domain updated_at',
  badges: 'id shown_name credential issued_at status_list_id status_index achievement_id',
  badge_issuers: 'code',
  badge_keys: 'id public_key created_at retired_at',
  status_lists: 'id document',
  // As its credentials name it.
  achievements: 'id category locale names descriptions ratings people relations superior mean colleagues_only',
}

/** The other columns of these tables. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  companies: 'wrapped_key sealed_domoscio_token',
  users: `password_hash avatar_url time_zone platform is_onboarding_finished is_onboarding_dashboard_finished is_onboarding_answer_finished
    is_onboarding_badge_finished onboarding_step terms_version notifications domoscio_student pushes_seen_at self_evaluation_reminded_at created_at
    external_id scim_deleted_at changed_at invited_at holds_address confirmed_first_name confirmed_last_name name_changed_at manager_changed_at
    access_changed_at reactivated_at administered_until`,
  email_changes: 'id user_id old_token_hash new_token_hash old_confirmed_at new_confirmed_at expires_at created_at',
  skills: 'catalogue_key created_at',
  award_types: 'catalogue_key position created_at',
  videos: 'catalogue_key url captions position created_at',
  video_files: 'id video_id created_at',
  video_parts: 'file_id part',
  video_captions: 'id video_id',
  usage_months: 'counted_until received received_answered days quality_sum quality_count',
  usage_departments: 'month received received_answered days quality_sum quality_count',
  audit_log: 'id',
  sign_in_oidc: 'sealed_client_secret',
  badges: 'user_id skill_id jwt revoked_at',
  badge_issuers: 'created_at',
  badge_keys: 'sealed_private_key',
  status_lists: 'issuer_code revision document_revision created_at',
  achievements: 'skill_id content_hash created_at',
}

/** Tables of which nothing is exported. */
const NOT_EXPORTED = new Set(
  [
    // What people ask, answer, write and receive is theirs.
    `feedbacks requests recipients confidential_releases skill_totals shared_answers manager_notes tries events event_skills recurrences
      recurrence_skills recurrence_members awards coffee_requests coffee_slots newsfeed guests outside_mails`,
    // What a person keeps for themselves.
    `contacts contact_groups contact_group_members hierarchy_invitations user_skills self_evaluations skill_resets terms_acceptances avatars`,
    // Passwords, keys, tokens, sessions, and counters of sign-ins.
    `sessions password_resets passkeys passkey_challenges totp_secrets recovery_codes login_challenges login_attempts login_failures rate_limits
      sign_in_keys sign_in_requests sign_in_codes saml_assertions scim_tokens push_tokens server_keys`,
    // Work in progress, indexes, and what another system has.
    `usage_totals usage_people former_addresses links outbox pushes people_imports people_import_parts people_import_lines people_import_errors user_words scim_groups scim_group_members
      operator_log row_counts schema_migrations`,
  ]
    .join(' ')
    .split(/\s+/),
)

const words = (list = '') => list.split(/\s+/).filter(Boolean)

const columnRow = { table: t.name, column: t.name, type: t.name }
const columnsOf = () =>
  rows(
    app.database.db,
    columnRow,
    sql`select table_name as table, column_name as column, udt_name as type from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
  )

test('every column is either exported or not', async () => {
  const undecided: string[] = []
  const existing = new Set<string>()
  for (const { table, column } of await columnsOf()) {
    existing.add(table).add(`${table}.${column}`)
    if (NOT_EXPORTED.has(table)) continue
    const isDecided = column === 'company_id' || [EXPORTED, LEFT_OUT].some((columns) => words(columns[table]).includes(column))
    if (!isDecided) undecided.push(`${table}.${column}`)
  }
  expect(undecided, 'name it in EXPORTED or LEFT_OUT').toEqual([])
  const named = [EXPORTED, LEFT_OUT].flatMap((columns) =>
    Object.entries(columns).flatMap(([table, list]) => words(list).map((column) => `${table}.${column}`)),
  )
  expect(
    [...NOT_EXPORTED, ...named].filter((name) => !existing.has(name)),
    'does not exist any more',
  ).toEqual([])
})

/** The strings in a value: bytes as they would be printed. */
function stringsIn(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return value.length < 8 ? [] : [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.values(value).flatMap(stringsIn) : []
}

/** Codes, dates and short values are in many places. */
const isTelling = (value: string) => value.length >= 8 && !/^[a-z_]+$|^\d{4}-\d\d/.test(value)

/** What a company's rows have in the columns that are exported, and in the others. */
async function storedOf({ id }: TestCompany) {
  const columns = await columnsOf()
  const ofCompanies = new Set(columns.filter(({ column }) => column === 'company_id').map(({ table }) => table))
  const [exported, others] = [new Map<string, string>(), new Map<string, string>()]
  for (const { table, column, type } of columns) {
    if (!['text', '_text', 'bytea', 'uuid', 'jsonb'].includes(type) || table === 'schema_migrations') continue
    const where = ofCompanies.has(table) ? sql`where company_id = ${id}` : sql.empty
    const name = sql.identifier(column)
    const isExported = column === 'company_id' || words(EXPORTED[table]).includes(column)
    const { text, values } = sql`select ${name} as value from ${sql.identifier(table)} ${where}`
    for (const { value } of (await app.database.pool.query(text, values)).rows)
      for (const text of stringsIn(value).filter(isTelling)) (isExported ? exported : others).set(text.toLowerCase(), `${table}.${column}`)
  }
  return { exported, others }
}

/** A company in which markers were entered in every field of the product, with secrets of its own, and released confidential answers. */
async function full() {
  const { witness, leaver } = await plant(app)
  const { company } = witness
  const givers = await createUsers(app, company, 3)
  const asked = await ask(app, witness, givers, { confidential: true, context: 'zxqcontext', message: 'zxqmessage' })
  for (const giver of givers) await answer(app, giver, asked, { keep: 'zxqanswer', improve: 'zxqanswer' })
  const anne = await admin(company)
  const done = async (reply: Promise<{ status: number }>) => expect((await reply).status).toBe(200)
  await done(app.call(anne, adminSignIn.setSaml, { body: settingsOfSaml(await createProvider('idp', app.now())) }))
  await done(app.call(anne, adminSignIn.setOidc, { body: { ...settingsOfOpenId(await startOpenId()), client_secret: 'zxqclientsecret' } }))
  const platform = { host: 'https://learning.example', instance: 'our-instance', token: 'zxqplatformtoken' }
  await done(app.call(anne, adminLearning.setLearningPlatform, { body: platform }))
  return { company, anne, leaver }
}

test('nothing that people ask, answer, write or receive is in it, and no hash, key or token', async () => {
  const { company, leaver } = await full()
  const { files, text, data } = await exportOf(company)
  const everything = Object.keys(files).map(text).join('\n').toLowerCase()
  const secrets = {
    ...NEVER,
    'a secret of a provider': 'zxqclientsecret',
    'a token of a platform': 'zxqplatformtoken',
    'a token': leaver.token,
  }
  expect(Object.entries(secrets).filter(([, marker]) => everything.includes(marker.toLowerCase()))).toEqual([])

  const { exported, others } = await storedOf(company)
  const allowed = [...exported.keys()].join('\n')
  expect(others.size).toBeGreaterThan(300)
  const leaked = [...others].filter(([value]) => !allowed.includes(value) && everything.includes(value))
  expect([...new Set(leaked.map(([, column]) => column))]).toEqual([])

  const shown = everything.replaceAll('""', '"')
  const missing = [...exported].filter(([value]) => !shown.includes(value) && !shown.includes(JSON.stringify(value).slice(1, -1)))
  // A certificate is shown by its facts, and bytes of credentials and films are compared elsewhere.
  expect(missing.filter(([, column]) => column !== 'sign_in_saml.certificates')).toEqual([])
  expect(data.sign_in).toMatchObject({ saml: { certificates: [{ status: 'valid' }] }, oidc: { claim: 'email' } })
  expect(data.learning_platform).toMatchObject({ host: 'https://learning.example', instance: 'our-instance', has_token: true })
})

test('people, catalogue, usage and audit log are those of the administrators’ calls', async () => {
  const company = await createCompany(app)
  const anne = await admin(company)
  const mates: TestUser[] = []
  for (let i = 0; i < 6; i++) mates.push(await createUser(app, company, { department: 'Design' }))
  for (const [place, mate] of mates.entries()) {
    const other = mates.at(place - 1) as TestUser
    await answer(app, other, await ask(app, mate, other))
  }
  const month = app.now().toISOString().slice(0, 7)
  app.advance(32 * DAY_MS)
  await countUsage(app.platform)
  Object.assign(anne, await signIn(app, anne))
  const [deleted] = mates
  const names = { en: '=Juggling', fr: 'Jonglage' }
  expect((await app.call(anne, adminCatalogue.createSkill, { body: { names, category: 'other' } })).status).toBe(200)
  await app.database.db.execute(
    sql`update users set scim_deleted_at = ${app.now()}, deactivated_at = ${app.now()} where id = ${deleted?.id}`,
  )

  const body = async (call: Parameters<typeof app.call>[1]) => (await app.call(await signIn(app, anne), call)).body as unknown as string
  const peopleCsv = await body(adminPeople.exportPeople)
  const usage = (await app.call(anne, adminUsage.getUsage, { query: { months: 24 } })).body
  const auditCsv = await body(adminAudit.exportAudit)
  const { text, lines, data, counts } = await exportOf(company)
  expect(text('people.csv')).toBe(peopleCsv)
  expect(
    lines('people.csv')
      .map(({ email }) => email)
      .includes(deleted?.email as string),
    'a directory deleted this person',
  ).toBe(false)
  expect(data.people.map(({ email }: { email: string }) => email)).toEqual(lines('people.csv').map(({ email }) => email))
  expect(data.usage).toEqual(usage)
  expect(usage.months).toMatchObject([{ month, active: 7, asked: 6, answered: 6 }, ...usage.months.slice(1)])
  expect(text('usage.csv')).toContain(`${month},,`)
  expect(text('audit.csv')).toBe(auditCsv)
  expect(lines('skills.csv')).toContainEqual(expect.objectContaining({ name_en: "'=Juggling", name_fr: 'Jonglage', built_in: 'false' }))
  expect(data.skills[0]).toMatchObject({ names, category: 'other', built_in: false, retired: false })
  expect([data.policies.confidentiality_threshold, data.company.code]).toEqual([3, await codeOf(app, company)])
  expect(lines('settings.csv')).toContainEqual({ setting: 'policies.confidentiality_threshold', value: '3' })
  expect(counts).toMatchObject({ people: 6, award_types: company.awardTypeIds.length, badges: 0, films: 0 })
})

describe('films', () => {
  test('are in it as they were uploaded, with captions; those that do not fit are named', async () => {
    const company = await createCompany(app)
    const anne = await admin(company)
    const [film, captions] = [aVideo(2_500_000), 'WEBVTT\n\n00:00.000 --> 00:02.000\nWillkommen\n']
    const { id } = (await app.call(anne, adminCatalogue.createVideo, { body: { names: { en: 'Tour' }, seconds: 90 } })).body
    await sendFile(app, anne, `/api/admin/videos/${id}/file`, film)
    await sendFile(app, anne, `/api/admin/videos/${id}/captions/de`, Buffer.from(captions))
    const whole = await exportOf(company)
    expect(Buffer.from(whole.files[`videos/${id}.mp4`] ?? []).equals(film)).toBe(true)
    expect(whole.text(`videos/${id}.de.vtt`)).toBe(captions)
    expect([whole.counts.films, whole.left_out]).toEqual([1, []])
    expect(whole.lines('videos.csv')).toContainEqual(expect.objectContaining({ id, name_en: 'Tour', bytes: '2500000', captions: 'de' }))
    expect(whole.text('README.txt')).toContain('videos/')

    const small = await exportOf(company, 1_000_000)
    expect([small.counts.films, small.left_out, `videos/${id}.mp4` in small.files]).toEqual([0, [id], false])
  })
})

describe('badges', () => {
  test('verify with the files of the export alone, after the company was deleted; revoked ones are not in it', async () => {
    const company = await createCompany(app, { badges_active: true })
    const [camille, amir, former] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    const { id } = await publishOne(app, camille)
    const revoked = await publishOne(app, amir)
    await publishOne(app, former)
    const credential = await (await fetch(`${app.url}/api/badges/${revoked.id}.json`)).text()
    await app.call(former, account.deleteUser)
    const { seal } = await viewerOf(app, camille)
    app.advance(3_600_000)
    await rotateBadgeKey(app.database.db, company.id, seal, app.now())
    await app.call(amir, badges.deleteBadge, { params: { id: revoked.id } })

    const pages: number[] = []
    for await (const page of pagesOfBadges(app.database.db, company.id, 1)) pages.push(page.length)
    expect(pages).toEqual([1, 1, 0])
    const exported = await exportOf(company)
    await deleteCompany(app.database.db, company.id)
    expect((await fetch(`${app.url}/badge/${id}`)).status).toBe(404)
    const read = inExport(exported.files)
    const lines = exported.text('badges/credentials.ndjson').trim().split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(await acceptsJson(line, app.now(), read)).toBe(true)
    expect(await acceptsJson(credential, app.now(), read), 'the status list is of now').toBe(false)
    const changed = JSON.parse(lines[0] as string) as Credential & { name: string }
    expect(await acceptsJson(JSON.stringify({ ...changed, name: 'Another skill' }), app.now(), read)).toBe(false)
    expect(exported.lines('badges.csv').map(({ page_url }) => page_url)).toContain(`${app.url}/badge/${id}`)
    expect(exported.text('README.txt')).toContain('badges/credentials.ndjson')
  })
})

test.each(['en', 'fr', 'ar', 'de', 'es'])('it is explained in the company’s language: %s', async (locale) => {
  const company = await createCompany(app)
  await app.database.db.execute(sql`update companies set locale = ${locale}, name = ${'$& Söhne'} where company_id = ${company.id}`)
  const { text, names } = await exportOf(company)
  const readme = text('README.txt')
  expect(readme).toContain('$& Söhne')
  expect(readme).not.toMatch(/\{\{|undefined/)
  for (const name of names.filter((one) => one !== 'README.txt')) expect(readme).toContain(name)
  expect(readme).not.toContain('credentials.ndjson')
})
