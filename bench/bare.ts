import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { hashToken, openVault } from '../apps/server/src/platform/crypto.ts'
import { answer } from './bare-answer.ts'
import { type Bare, Refused, type Row, viewerOf } from './bare-database.ts'
import { send } from './bare-send.ts'
import { getUser } from './bare-user.ts'

/**
 * The baseline: three calls of the product on bare `node:http` and `pg`, with the same checks, the same rows and the same JSON in the
 * fewest statements. It has nothing else: no framework, no schemas, no security headers, no rate limits, no log. It has no session cache
 * either, so encryption needs a first statement that reads the company's key.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function bodyOf(request: IncomingMessage): Promise<Row> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()))
      } catch {
        reject(new Refused(400, 'invalid_input'))
      }
    })
  })
}

async function handle(bare: Bare, request: IncomingMessage): Promise<unknown> {
  const url = request.url ?? ''
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refused(401, 'unauthenticated')
  const now = bare.clock()
  if (request.method === 'GET' && url === '/api/users/1') return getUser(bare, hashToken(token), now)
  const viewer = () => viewerOf(bare, hashToken(token), now)
  if (request.method === 'POST' && url === '/api/feedbacks/requests') return send(bare, await viewer(), now, await bodyOf(request))
  const id = request.method === 'POST' ? /^\/api\/feedbacks\/([^/]+)\/answer$/.exec(url)?.[1] : undefined
  if (id && UUID.test(id)) return answer(bare, await viewer(), now, id, await bodyOf(request))
  throw new Refused(404, 'not_found')
}

const reply = (response: ServerResponse, status: number, body: unknown) => {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** The baseline server, not listening yet. */
export const createBare = (bare: Bare) =>
  createServer((request, response) => {
    handle(bare, request).then(
      (body) => reply(response, 200, body),
      (error) => reply(response, error instanceof Refused ? error.status : 500, { code: error.message }),
    )
  })

const connectionString = process.env.DATABASE_URL
const PIPELINED = 3

/** Pipelined connections for what waits for no lock, by the product's own rule. */
async function pipelined(): Promise<Pick<pg.Pool, 'query'>> {
  const clients = Array.from({ length: PIPELINED }, () => new pg.Client({ connectionString, pipeline: true } as pg.ClientConfig))
  await Promise.all(clients.map((client) => client.connect()))
  let turn = 0
  const query = (config: pg.QueryConfig) => clients[turn++ % PIPELINED]?.query(config)
  return { query } as Pick<pg.Pool, 'query'>
}

if (import.meta.main) {
  const pool = new pg.Pool({ connectionString, max: Number(process.env.DATABASE_POOL ?? 16) })
  createBare({
    pool,
    reads: process.env.BARE_PIPELINED ? await pipelined() : pool,
    vault: openVault(Buffer.from(process.env.MASTER_KEY ?? '', 'base64')),
    clock: () => new Date(),
  }).listen(Number(process.env.PORT), '127.0.0.1')
}
