import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Call {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

/** Overrides the response of a call; false for the default one. */
type Mood = (response: ServerResponse, call: Call) => boolean

/**
 * A fake Domoscio service by its public documentation: `Authorization: Bearer` first, then the pair `AccessToken` and `RefreshToken` of the
 * last response (a new one each time), 401 for an expired one, 422 for an existing uid.
 */
export async function startDomoscio() {
  const instance = 'reflet-1'
  const token = `authorization-${randomUUID()}`
  const students = new Map<number, string>()
  const calls: Call[] = []
  let pair = { access: '', refresh: '' }
  let mood: Mood = () => false

  const server = createServer(async (request, response) => {
    const body = request.headers['content-type'] ? await json(request) : undefined
    const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    calls.push(call)
    if (!mood(response, call)) serve(call, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const mayCall = ({ authorization, accesstoken, refreshtoken }: IncomingMessage['headers']) =>
    authorization === `Bearer ${token}` || (pair.access !== '' && accesstoken === pair.access && refreshtoken === pair.refresh)
  const answer = (response: ServerResponse, status: number, body?: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
  }
  const studentOf = (id: number) => ({ id, uid: students.get(id), active: true, last_activity: null })

  function serve(call: Call, response: ServerResponse) {
    if (!mayCall(call.headers)) return answer(response, 401, { error: { status: 401, message: 'Unauthorized' } })
    pair = { access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` }
    response.setHeader('AccessToken', pair.access).setHeader('RefreshToken', pair.refresh)
    const url = new URL(call.path, origin)
    const [, id] = url.pathname.match(`^/v2/instances/${instance}/students(?:/(\\d+))?$`) ?? []
    if (id !== undefined) return serveOne(call.method, Number(id), response)
    if (!url.pathname.endsWith(`/${instance}/students`)) return answer(response, 404, { error: { status: 404 } })
    if (call.method === 'GET') {
      const uid = url.searchParams.get('uid')
      return answer(
        response,
        200,
        [...students.keys()].map(studentOf).filter((student) => uid === null || student.uid === uid),
      )
    }
    const { uid } = call.body as { uid: string }
    if ([...students.values()].includes(uid)) return answer(response, 422, { uid: ['has already been taken'] })
    students.set(379 + calls.length, uid)
    answer(response, 201, studentOf(379 + calls.length))
  }

  function serveOne(method: string, id: number, response: ServerResponse) {
    if (!students.has(id)) return answer(response, 404, { error: { status: 404, message: 'Not found' } })
    const student = studentOf(id)
    if (method === 'DELETE') students.delete(id)
    answer(response, 200, student)
  }

  return {
    origin,
    instance,
    token,
    /** uid by id. */
    students,
    /** The calls since the last time. */
    take: () => calls.splice(0),
    /** Expires the current token pair. */
    expire: () => {
      pair = { access: '', refresh: '' }
    },
    /** Until the next call of this. */
    behave: (next: Mood = () => false) => {
      mood = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type DomoscioService = Awaited<ReturnType<typeof startDomoscio>>
