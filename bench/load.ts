import { connect } from 'node:net'

/**
 * The load generator: a separate process that keeps some connections busy with prepared requests. It uses HTTP over bare sockets, because
 * on two cores its own CPU time affects the measurement.
 */

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly body?: unknown
  /** A text body that is a form, not JSON. */
  readonly isForm?: boolean
  /** The caller's address, as a proxy in front names it. */
  readonly from?: string
}

export interface Job {
  readonly port: number
  readonly connections: number
  /** The number of calls to send, round robin. */
  readonly count: number
  readonly calls: readonly Call[]
  /** How many consecutive calls count as one, because a screen needs them all; 1 by default. */
  readonly together?: number
  /**
   * Open model: a fixed rate of calls per second, independent of earlier responses; a latency counts from the scheduled time. Without it
   * (closed model) each connection sends when it has its response.
   */
  readonly perSecond?: number
}

export interface Load {
  /** How many were sent; fewer than planned after an early stop. */
  readonly sent: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** The first response that was not 200. */
  readonly failure: string | null
}

const GIVE_UP_MS = 30_000

/** A command to the load generator: a job, or to stop the current one. */
export type Message = Job | 'enough'
let enough = false

function bytesOf({ method, path, token, body, isForm, from }: Call): Buffer {
  const text = body === undefined ? '' : isForm ? String(body) : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const content = body === undefined ? '' : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  const caller = from === undefined ? '' : `x-forwarded-for: ${from}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${caller}${content}\r\n${text}`)
}

async function run({ port, connections, count, calls, together = 1, perSecond }: Job): Promise<Load> {
  const requests = calls.map(bytesOf)
  const times = new Float64Array(count)
  let next = 0
  let failed = 0
  let failure: string | null = null
  enough = false
  const start = performance.now()

  const oneConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let sentAt = 0
      let mine = 0
      let done = 0
      let received: Buffer | null = null
      const send = () => {
        if (done === together || sentAt === 0) {
          if (next >= count || enough) return void socket.end()
          mine = next++
          done = 0
          const planned = perSecond ? start + (mine * 1000) / perSecond : 0
          const early = planned - performance.now()
          sentAt = planned || performance.now()
          if (early > 0) return void setTimeout(write, early)
        }
        write()
      }
      const write = () => {
        socket.write(requests[(mine * together + done++) % requests.length] as Buffer)
      }
      socket.setNoDelay(true).setTimeout(GIVE_UP_MS, () => socket.destroy(new Error('the server does not answer')))
      socket.on('connect', send).on('error', reject).on('close', resolve)
      socket.on('data', (chunk) => {
        received = received ? Buffer.concat([received, chunk]) : chunk
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = received.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) return void socket.destroy(new Error(`no content-length: ${head}`))
        if (received.length < end + 4 + Number(length)) return
        if (done === together) times[mine] = performance.now() - sentAt
        if (!head.startsWith('HTTP/1.1 200 ')) {
          failed++
          failure ??= `${head.slice(0, 20)} ${received.subarray(end + 4).toString()}`
        }
        received = null
        send()
      })
    })

  await Promise.all(Array.from({ length: connections }, oneConnection))
  const seconds = (performance.now() - start) / 1000
  const taken = times.subarray(0, next).sort()
  const at = (share: number) => taken[Math.min(next - 1, Math.floor(next * share))] ?? 0
  return { sent: next, seconds, p50: at(0.5), p99: at(0.99), failed, failure }
}

process.on('message', (message: Message) => {
  if (message === 'enough') {
    enough = true
    return
  }
  run(message).then(
    (load) => process.send?.(load),
    (error: Error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
