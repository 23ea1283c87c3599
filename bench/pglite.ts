import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONNECTIONS } from './compare.ts'
import type { Call, Load } from './load.ts'
import { cpuOf, type Loader, memoryOf, type Running, startDevelopment } from './processes.ts'
import { number, table } from './report.ts'

const PASSWORD = 'reflet-demo'
const ASKING = 'camille@nova.example'
const ASKED = ['amir', 'greta', 'sofia', 'oliver'].map((name) => `${name}@nova.example`)
const SKILLS = 5
const REQUESTS = 30
const COUNTS = { users: 3000, send: 400, answer: REQUESTS * SKILLS * ASKED.length }

async function call<Answer>({ port }: Running, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

async function login(running: Running, username: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'reflet-app', username, password: PASSWORD })
  return (await call<{ access_token: string }>(running, '/api/login', { method: 'POST', body })).access_token
}

interface Ids {
  readonly people: { user_id: string; email: string }[]
  readonly skills: string[]
}

const request = (token: string, { people, skills }: Ids, n: number): Call => ({
  method: 'POST',
  path: '/api/feedbacks/requests',
  token,
  body: {
    skill_ids: [skills[n % skills.length]],
    recipients: people.map(({ user_id }) => ({ user_id })),
    context: 'The launch of the new shop in spring',
    idempotency_key: randomUUID(),
  },
})

/** Sends requests about 5 skills each, so that every measured answer has its own feedback. */
async function pendingAnswers(running: Running, asking: string, { people, skills }: Ids): Promise<Call[]> {
  const tokens = new Map<string, string>()
  for (const { user_id, email } of people) tokens.set(user_id, await login(running, email))
  const calls: Call[] = []
  for (let n = 0; n < REQUESTS; n++) {
    const { body } = request(asking, { people, skills }, n)
    const sent = await call<{ feedbacks: { id: string; recipient: { user_id: string } }[] }>(running, '/api/feedbacks/requests', {
      method: 'POST',
      headers: { authorization: `Bearer ${asking}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...(body as object), skill_ids: skills.slice(0, SKILLS) }),
    })
    for (const { id, recipient } of sent.feedbacks) {
      const token = tokens.get(recipient.user_id) ?? ''
      calls.push({
        method: 'POST',
        path: `/api/feedbacks/${id}/answer`,
        token,
        body: { rating: 4, keep: 'You asked the quiet ones first.' },
      })
    }
  }
  return calls
}

/** The same calls on the embedded database, as in a first `npm start`. Shown beside PostgreSQL's results, without a target. */
export async function measurePglite(load: Loader): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-bench-'))
  const running = await startDevelopment(dataDir)
  try {
    const restMemory = memoryOf(running.pid)
    const token = await login(running, ASKING)
    const headers = { authorization: `Bearer ${token}` }
    const { colleagues } = await call<{ colleagues: Ids['people'] }>(running, '/api/colleagues?limit=50', { headers })
    const { skills } = await call<{ skills: { id: string }[] }>(running, '/api/skills', { headers })
    const ids = { people: colleagues.filter(({ email }) => ASKED.includes(email)), skills: skills.map(({ id }) => id) }
    const five = { ...ids, people: colleagues.slice(0, 5) }

    const measure = async (calls: Call[], count: number): Promise<Load & { cpu: number }> => {
      const before = cpuOf(running.pid)
      const measured = await load.run({ port: running.port, connections: CONNECTIONS, count, calls })
      return { ...measured, cpu: (cpuOf(running.pid) - before) / count }
    }
    const users: Call[] = [{ method: 'GET', path: '/api/users/1', token }]
    await measure(users, COUNTS.users)
    const results = {
      'GET /api/users/1': { count: COUNTS.users, ...(await measure(users, COUNTS.users)) },
      'POST /api/feedbacks/requests to 5': {
        count: COUNTS.send,
        ...(await measure(
          Array.from({ length: COUNTS.send }, (_, n) => request(token, five, n)),
          COUNTS.send,
        )),
      },
      'POST /api/feedbacks/{id}/answer': {
        count: COUNTS.answer,
        ...(await measure(await pendingAnswers(running, token, ids), COUNTS.answer)),
      },
    }
    const lines = Object.entries(results).map(([title, { count, seconds, p50, p99, cpu }]) => [
      title,
      number(count / seconds),
      number(p50, 1),
      number(p99, 1),
      number(cpu, 2),
    ])
    return [
      table(['embedded database', 'calls a second', 'p50 (ms)', 'p99 (ms)', 'CPU (ms)'], lines),
      '',
      `Memory of the one process (server, database, demo companies and inbox): ${number(restMemory)} MB after the start, ${number(memoryOf(running.pid))} MB after the calls. First start with seeding: ${number(running.startMs)} ms.`,
    ].join('\n')
  } finally {
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
