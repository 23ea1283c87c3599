import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { copyImage, IMAGES } from './image.ts'
import { lockDirectory } from './lock.ts'
import { type FromWorker, type ServeOptions, serve, type ToWorker } from './serve.ts'

const TERMINATE = 0x58 // the message 'X' (Terminate): it must not reach the only backend

/** The embedded database: what `pg.Pool` needs to connect to it, and how to close it. */
export interface Embedded {
  readonly poolConfig: PoolConfig
  /** The whole database as an uncompressed tar archive, to start another one from (tests). */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Where PGlite runs: in another thread, or in this one. */
interface Backend {
  postMessage(message: ToWorker): void
  on(event: 'message', listener: (message: FromWorker) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'message', listener: (message: FromWorker) => void): unknown
  end(): unknown
}

class EmbeddedDatabase implements Embedded {
  readonly poolConfig: PoolConfig
  readonly #backend: Backend
  readonly #lock: Server | null
  readonly #streams = new Map<number, Duplex>()
  #count = 0

  constructor(backend: Backend, lock: Server | null) {
    this.#backend = backend
    this.#lock = lock
    backend.on('message', (message: FromWorker) => {
      if (message.op === 'data') this.#streams.get(message.id)?.push(Buffer.from(message.data))
      if (message.op === 'error') this.#streams.get(message.id)?.destroy(new Error(message.error))
    })
    backend.on('error', (error) => {
      for (const stream of this.#streams.values()) stream.destroy(error)
    })
    this.poolConfig = {
      stream: (() => this.#open()) as unknown as NonNullable<PoolConfig['stream']>,
      max: 1,
      user: 'postgres',
      database: 'postgres',
      password: '',
      idleTimeoutMillis: 0,
    }
  }

  #send(message: ToWorker) {
    this.#backend.postMessage(message)
  }

  #open() {
    const id = ++this.#count
    const write = (data: Buffer) => {
      if (data.length === 5 && data[0] === TERMINATE) return
      this.#send({ op: 'data', id, data: new Uint8Array(data) })
    }
    const stream = new Duplex({
      read() {},
      write(data: Buffer, _encoding, done) {
        write(data)
        done()
      },
      writev(chunks, done) {
        write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)))
        done()
      },
      final(done) {
        stream.push(null)
        done()
      },
      destroy: (error, done) => {
        if (this.#streams.delete(id)) this.#send({ op: 'reset' })
        done(error)
      },
    })
    const socket = Object.assign(stream, {
      connect: () => {
        this.#streams.set(id, stream)
        process.nextTick(() => stream.emit('connect'))
        return stream
      },
      setNoDelay: () => stream,
      setKeepAlive: () => stream,
      ref: () => stream,
      unref: () => stream,
    })
    return socket
  }

  #answer<Op extends FromWorker['op']>(op: Op): Promise<Extract<FromWorker, { op: Op }>> {
    return new Promise((resolve) => {
      const listen = (message: FromWorker) => {
        if (message.op !== op) return
        this.#backend.off('message', listen)
        resolve(message as Extract<FromWorker, { op: Op }>)
      }
      this.#backend.on('message', listen)
    })
  }

  async dump() {
    const dumped = this.#answer('dumped')
    this.#send({ op: 'dump' })
    return (await dumped).blob
  }

  async close() {
    const closed = this.#answer('closed')
    this.#send({ op: 'close' })
    await closed
    await this.#backend.end()
    this.#lock?.close()
  }
}

async function startWorker(data: ServeOptions): Promise<Backend> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return Object.assign(worker, { end: () => worker.terminate() })
}

/**
 * Opens the database in `dir`, creating it when there is none. Atomic creation: a new database is created in a temporary directory, then
 * renamed, because a process that is killed while creating it would leave an unreadable directory. It is a copy of the image in `images`,
 * where there is one; else it is empty.
 * @throws DataDirectoryInUse
 */
export async function openEmbedded(dir: string, images = IMAGES): Promise<Embedded> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dir)
  const home = join(dir, 'pglite')
  if (!existsSync(join(home, 'PG_VERSION'))) {
    const fresh = join(dir, 'pglite.init')
    rmSync(fresh, { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
    if (!copyImage(fresh, images)) {
      mkdirSync(fresh, { mode: 0o700 })
      await new EmbeddedDatabase(await startWorker({ dir: fresh }), null).close()
    }
    renameSync(fresh, home)
  }
  // PGlite lets every user of the machine write its files: the folder keeps them away, an older one, too.
  chmodSync(home, 0o700)
  return new EmbeddedDatabase(await startWorker({ dir: home }), lock)
}

/**
 * A database in memory, optionally restored from a dump. Each test file has its own, in its own thread: a worker thread would cost two
 * thread switches per query, a fifth of the tests' time.
 */
export async function openInMemory(blob?: Uint8Array<ArrayBuffer>): Promise<Embedded> {
  const { port1, port2 } = new MessageChannel()
  const ready = new Promise((resolve) => port1.once('message', resolve))
  await serve(port2, blob ? { blob } : {})
  await ready
  return new EmbeddedDatabase(Object.assign(port1, { end: () => port1.close() }), null)
}
