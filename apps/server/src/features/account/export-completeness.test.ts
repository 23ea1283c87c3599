import { account } from '@reflet/contract/account'
import { DAY_MS } from '@reflet/contract/durations'
import { recurrences } from '@reflet/contract/recurrences'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { exportCalls } from '../../test/exports.ts'
import { aKey, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { answer, ask } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app, [], { badges_active: true })
const { exportOf } = exportCalls(app)

describe('the export is complete', () => {
  test('contains a line for a recurrence whose whole pool has left', async () => {
    const [me, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const made = await app.call(me, recurrences.createRecurrence, {
      body: {
        skill_ids: company.skillIds.slice(0, 1),
        pool: [{ user_id: colleague.id }],
        every: { unit: 'month', count: 1 },
        per_round: 1,
        starts_on: new Date(app.now().getTime() + 7 * DAY_MS).toISOString().slice(0, 10),
        ends: { rounds: 4 },
        context: 'Every month',
        idempotency_key: aKey(),
      },
    })
    expect(made.status).toBe(200)
    expect((await app.call(colleague, account.deleteUser)).status).toBe(200)
    const { sheet } = await exportOf(me)
    expect(sheet('recurrences')).toMatchObject([
      { context: 'Every month', per_round: '1', person: '', person_email: '', person_asked_at: '' },
    ])
  })

  test('covers every column about a person, and every table that references one', async () => {
    const columns = await rows(
      app.database.db,
      { name: t.name },
      sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'users' order by name`,
    )
    const { profile } = (await exportOf(await createUser(app, company))).data
    const otherwise = {
      company_id: 'company',
      domoscio_student: 'learning_platform_pseudonym',
      manager_id: 'manager',
      password_hash: 'has_password',
      platform: 'last_platform',
      terms_version: 'accepted_terms_version',
    }
    // The viewer is never deactivated; whether another company's account holds the address is not said.
    const unsaid = ['deactivated_at', 'scim_deleted_at', 'holds_address']
    const names = columns.map(({ name }) => name).filter((name) => !unsaid.includes(name))
    for (const name of names) expect(profile).toHaveProperty([otherwise[name as keyof typeof otherwise] ?? name])

    const found = await rows(
      app.database.db,
      { place: t.text },
      sql`select distinct c.conrelid::regclass || '.' || a.attname as place from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname <> 'company_id'`,
    )
    const exported = `avatars.user_id awards.giver_id awards.receiver_id badges.user_id contact_groups.user_id coffee_requests.organiser_id coffee_requests.user_id contacts.user_id events.organiser_id feedbacks.giver_id feedbacks.receiver_id
      hierarchy_invitations.user_id email_changes.user_id former_addresses.user_id newsfeed.user_id outbox.user_id password_resets.user_id push_tokens.user_id recipients.user_id
      recurrences.owner_id requests.requester_id self_evaluations.user_id shared_answers.owner_id manager_notes.owner_id manager_notes.manager_id tries.user_id users.manager_id sessions.user_id passkeys.user_id totp_secrets.user_id recovery_codes.user_id skill_resets.user_id terms_acceptances.user_id user_skills.user_id scim_group_members.user_id usage_people.user_id`
    const inListsOfOthers = 'contacts.contact_user_id newsfeed.actor_id recurrence_members.user_id shared_answers.manager_id'
    const derived =
      // The last ones end within ten minutes.
      'user_words.user_id skill_totals.user_id confidential_releases.receiver_id outside_mails.sender_id people_imports.created_by scim_tokens.created_by login_challenges.user_id passkey_challenges.user_id sign_in_codes.user_id sign_in_requests.tester_id'
    const decided = `${exported} ${inListsOfOthers} ${derived}`.split(/\s+/)
    expect(found.map(({ place }) => place).sort()).toEqual(decided.sort())
  })

  test('of many pages contains each item once', async () => {
    const me = await createUser(app, company)
    const colleague = await createUser(app, company)
    for (let i = 0; i < 45; i++) {
      await answer(app, colleague, await ask(app, me, [colleague], { context: `asked ${i}` }), { keep: `kept ${i}` })
      await answer(app, me, await ask(app, colleague, [me], { context: `received ${i}` }), { keep: `gave ${i}` })
    }
    const { data, sheet } = await exportOf(me)
    const wanted = (word: string) => Array.from({ length: 45 }, (_, i) => `${word} ${i}`).sort()
    expect(data.requests_sent.map(({ context }: { context: string }) => context).sort()).toEqual(wanted('asked'))
    const cells = (name: string, column: string) =>
      sheet(name)
        .map((line) => line[column])
        .sort()
    expect(cells('answers_received', 'keep')).toEqual(wanted('kept'))
    expect(cells('requests_received', 'context')).toEqual(wanted('received'))
    expect(cells('requests_received', 'keep')).toEqual(wanted('gave'))
    expect(data.news).toHaveLength(90)
  })
})
