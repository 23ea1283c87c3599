import * as z from 'zod/mini'
import { hashToken } from '../../platform/crypto.ts'
import { type Outgoing, type OutgoingAnswer, TooLong } from '../../platform/outgoing.ts'

/**
 * The part of Domoscio's REST API (v2) that links a person: a *student* of the company's *instance*, with a `uid` that we choose.
 * Authentication: the company's token is used for the first call; each response returns a token pair for the next call, and a 401
 * invalidates that pair.
 */
export interface DomoscioAccount {
  readonly origin: string
  readonly instance: string
  readonly token: string
}

/** Domoscio is unavailable, slow, or violates its documentation. The message never contains a token. */
export class DomoscioUnavailable extends Error {}

/** Total timeout of all calls for linking or unlinking. */
const PATIENCE_MS = 5_000
const LARGEST_ANSWER = 256 * 1024

/** An id becomes part of a URL: only characters that need no escaping. */
const StudentId = z.union([z.int(), z.string().check(z.regex(/^[\w-]+$/))])
const Student = z.object({ id: z.pipe(StudentId, z.transform(String)), uid: z.string() })
const Students = z.array(Student)

/** The id of the student with this uid, who is created when there is none yet. */
export async function ensureStudent(outgoing: Outgoing, account: DomoscioAccount, uid: string, patience = PATIENCE_MS): Promise<string> {
  const call = conversation(outgoing, account, patience)
  const created = await call('POST', 'students', { uid, active: true })
  // 422: it exists, because an earlier response was lost or an earlier deletion failed.
  const students = created.status === 422 ? read(Students, await call('GET', `students?uid=${uid}`)) : [read(Student, created)]
  const student = students.find((one) => one.uid === uid)
  if (!student) throw new DomoscioUnavailable('another student than asked')
  return student.id
}

/** Deletes a student. 404 is fine; a student with another uid is not ours (the company has another instance now). */
export async function removeStudent(outgoing: Outgoing, account: DomoscioAccount, id: string, uid: string): Promise<void> {
  const call = conversation(outgoing, account, PATIENCE_MS)
  const found = await call('GET', `students/${id}`)
  if (found.status === 404 || read(Student, found).uid !== uid) return
  const removed = await call('DELETE', `students/${id}`)
  if (removed.status !== 404) checkStatus(removed)
}

/** Whether the platform takes the company's token: asks for a student who does not exist, so that nothing is created. */
export async function probe(outgoing: Outgoing, account: DomoscioAccount): Promise<'ok' | 'refused' | 'unavailable'> {
  try {
    const { status } = await conversation(outgoing, account, PATIENCE_MS)('GET', 'students?uid=reflet-connection-test')
    if (status === 401 || status === 403) return 'refused'
    return status >= 200 && status < 300 ? 'ok' : 'unavailable'
  } catch (error) {
    if (error instanceof DomoscioUnavailable) return 'unavailable'
    throw error
  }
}

type Answer = Pick<OutgoingAnswer, 'status' | 'text'>
interface Pair {
  readonly access: string
  readonly refresh: string
}
type Method = 'GET' | 'POST' | 'DELETE'

/** The newest token pair of each account, in this process only: losing it costs one call with the company's token. */
const pairs = new Map<string, Pair>()
const keyOf = ({ origin, instance, token }: DomoscioAccount) => hashToken(`${origin} ${instance} ${token}`).toString('base64')

function conversation(outgoing: Outgoing, account: DomoscioAccount, patience: number) {
  const signal = AbortSignal.timeout(patience)
  const key = keyOf(account)
  return async (method: Method, path: string, body?: object): Promise<Answer> => {
    const pair = pairs.get(key)
    const first = await send(outgoing, account, signal, method, path, body, pair)
    if (first.status !== 401 || !pair) return first
    pairs.delete(key)
    return send(outgoing, account, signal, method, path, body)
  }
}

async function send(
  outgoing: Outgoing,
  account: DomoscioAccount,
  signal: AbortSignal,
  method: Method,
  path: string,
  body: object | undefined,
  pair?: Pair,
): Promise<Answer> {
  try {
    const answer = await outgoing(`${account.origin}/v2/instances/${account.instance}/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(pair ? { AccessToken: pair.access, RefreshToken: pair.refresh } : { Authorization: `Bearer ${account.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      largest: LARGEST_ANSWER,
    })
    if (answer.status !== 401) remember(keyOf(account), answer, pair)
    return answer
  } catch (error) {
    throw new DomoscioUnavailable(error instanceof TooLong ? 'an answer without end' : `no answer: ${kindOf(error)}`)
  }
}

/** Either token may be missing; the previous one is then kept. */
function remember(key: string, { header }: OutgoingAnswer, before: Pair | undefined): void {
  const access = header('AccessToken') ?? before?.access
  const refresh = header('RefreshToken') ?? before?.refresh
  if (access && refresh) pairs.set(key, { access, refresh })
}

/** An error name or code: the message of an invalid header would contain the token. */
function kindOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException
  // A timeout's code is a number, which is not helpful.
  return typeof code === 'string' ? code : name
}

function checkStatus({ status }: Answer): void {
  if (status < 200 || status > 299) throw new DomoscioUnavailable(`status ${status}`)
}

function read<T extends z.ZodMiniType>(schema: T, answer: Answer): z.output<T> {
  checkStatus(answer)
  const parsed = schema.safeParse(jsonOf(answer.text))
  if (!parsed.success) throw new DomoscioUnavailable('an answer of another shape')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomoscioUnavailable('an answer that is not JSON')
  }
}
