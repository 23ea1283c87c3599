import { connect } from 'node:net'

/**
 * The load: a process of its own that keeps some connections busy with prepared requests. It speaks HTTP over bare sockets,
 * because on two cores the load's own work takes from what it measures.
 */

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly body?: unknown
}

export interface Job {
  readonly port: number
  readonly connections: number
  /** How many to send; the calls are taken in turn. */
  readonly count: number
  readonly calls: readonly Call[]
  /** So many calls after each other are one, as a screen needs them all; 1 when nothing is said. */
  readonly together?: number
}

export interface Load {
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** The first answer that was not 200. */
  readonly failure: string | null
}

const GIVE_UP_MS = 30_000

function bytesOf({ method, path, token, body }: Call): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const content = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${content}\r\n${text}`)
}

async function run({ port, connections, count, calls, together = 1 }: Job): Promise<Load> {
  const requests = calls.map(bytesOf)
  const times = new Float64Array(count)
  let next = 0
  let failed = 0
  let failure: string | null = null

  const oneConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let sentAt = 0
      let mine = 0
      let done = 0
      let received: Buffer | null = null
      const send = () => {
        if (done === together || sentAt === 0) {
          if (next >= count) return void socket.end()
          mine = next++
          done = 0
          sentAt = performance.now()
        }
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

  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, oneConnection))
  const seconds = (performance.now() - start) / 1000
  times.sort()
  const at = (share: number) => times[Math.min(count - 1, Math.floor(count * share))] ?? 0
  return { seconds, p50: at(0.5), p99: at(0.99), failed, failure }
}

process.on('message', (job: Job) => {
  run(job).then(
    (load) => process.send?.(load),
    (error: Error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
