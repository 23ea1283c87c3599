import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { describe, expect, test } from 'vitest'
import { exportCalls } from '../../test/exports.ts'
import { createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { answer, ask } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app, [], { badges_active: true })
const { exportOf } = exportCalls(app)
const mine = { params: { userId: '1' } } as const

describe('the export keeps what is of others', () => {
  test('reveals nothing about confidential answers below the threshold, and above it what the API shows', async () => {
    const givers = await createUsers(app, company, 5)
    const me = await createUser(app, company)
    const waiting = await ask(app, me, givers.slice(0, 3), { confidential: true, context: 'Waiting' })
    await answer(app, givers[0] as TestUser, waiting, { rating: 1, keep: 'waits one' })
    await answer(app, givers[1] as TestUser, waiting, { rating: 1, keep: 'waits two' })
    const before = await exportOf(me)
    expect(before.data.confidential_answers_received).toEqual([])
    expect(before.sheet('confidential_ratings')).toEqual([])
    expect(before.everything).not.toContain('waits')

    const shown = await ask(app, me, givers, { confidential: true, context: 'Shown' })
    for (const [index, giver] of givers.slice(0, 4).entries()) await answer(app, giver, shown, { rating: index + 1, keep: `said ${index}` })
    await app.mails()
    const { data, sheet, everything } = await exportOf(me)
    const api = (await app.call(me, feedback.listAnswers)).body
    expect(api.confidential).toHaveLength(1)
    const bare = (answers: typeof api.confidential) =>
      answers.map((one) => ({ ...one, comments: one.comments.map(({ keep }) => keep).sort() }))
    expect(bare(data.confidential_answers_received)).toEqual(bare(api.confidential))
    expect(data.answers_received).toEqual([])
    expect(sheet('confidential_ratings')).toMatchObject([{ people: '3', rating_1: '1', rating_2: '1', rating_3: '1', rating_4: '0' }])
    const comments = sheet('confidential_comments').map(({ keep }) => keep)
    expect(comments.sort()).toEqual(['said 0', 'said 1', 'said 2'])
    expect(Object.keys(sheet('confidential_comments')[0] ?? {})).toEqual(['skill', 'context', 'month', 'situation', 'keep', 'improve'])
    expect(everything).not.toContain('said 3')
    expect(everything).not.toContain('waits')
    for (const { status, reason } of sheet('requests_sent')) expect([status, reason]).toEqual(['', ''])
    expect(data.requests_sent.map(({ counts }: { counts: { answered: number | null } }) => counts.answered)).toEqual([3, null])
  })

  test('does not contain what others stored about me', async () => {
    const me = await createUser(app, company)
    const colleague = await createUser(app, company)
    const outsider = await createUser(app, company, { email: 'before@partner.example' })
    await app.call(colleague, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: me.id, relation: 'lower' }] } })
    await app.call(colleague, hierarchy.saveHierarchy, { body: { lower_users: [{ user_id: me.id }, { user_id: outsider.id }] } })
    await app.call(colleague, contacts.createGroup, { ...mine, body: { name: 'Difficult people', contact_ids: [] } })
    const { everything, data } = await exportOf(me)
    expect(everything).not.toContain('Difficult')
    expect(everything).not.toContain(colleague.id)
    expect([data.contacts, data.hierarchy]).toEqual([[], []])
  })

  test('contains no CSV injection, over several lines either', async () => {
    const me = await createUser(app, company, { job_title: '@SUM(1)' })
    const colleague = await createUser(app, company, { last_name: '=1+1' })
    const evil: [string, string, string, string] = ['=HYPERLINK("http://x.example")\nsecond line', '+1', '-1', '\u00a0=1+1']
    const request = await ask(app, me, [colleague], { message: evil[0] })
    await answer(app, colleague, request, { situation: evil[1], keep: evil[2], improve: evil[3] })
    const { sheet, data } = await exportOf(me)
    expect(data.requests_sent[0].message).toBe(evil[0])
    expect(sheet('requests_sent')[0]?.message).toBe(`'${evil[0]}`)
    expect(sheet('answers_received')[0]).toMatchObject({ situation: "'+1", keep: "'-1", rating: '4' })
    expect(sheet('profile')).toContainEqual({ field: 'job_title', value: "'@SUM(1)" })
    for (const cell of Object.values(sheet('answers_received')[0] ?? {})) expect(cell).not.toMatch(/^\s*[=+@-]/)
  })
})
