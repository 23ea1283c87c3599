import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/**
 * PGlite's own thread: in the server's thread it would block the event loop for as long as each query runs.
 * Speaks the PostgreSQL wire protocol by messages; one query at a time, in the order of arrival.
 */
const port = parentPort
if (!port) throw new Error('db/pglite/worker.ts runs only as a worker thread')

const { dir, blob } = workerData as { dir?: string; blob?: Uint8Array<ArrayBuffer> }
const database = await PGlite.create({
  ...(dir ? { dataDir: dir } : {}),
  ...(blob ? { loadDataDir: new Blob([blob]) } : {}),
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'wal_recycle=off'],
})

export type ToWorker = { op: 'data'; id: number; data: Uint8Array } | { op: 'reset' } | { op: 'dump' } | { op: 'close' }
export type FromWorker =
  | { op: 'ready' }
  | { op: 'data'; id: number; data: Uint8Array }
  | { op: 'error'; id: number; error: string }
  | { op: 'dumped'; blob: Uint8Array }
  | { op: 'closed' }

const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

async function handle(message: ToWorker) {
  switch (message.op) {
    case 'data': {
      try {
        const chunks: Uint8Array[] = []
        await database.execProtocolRawStream(message.data, { onRawData: (chunk) => chunks.push(chunk.slice()) })
        for (const chunk of chunks) send({ op: 'data', id: message.id, data: chunk }, [chunk.buffer as ArrayBuffer])
      } catch (error) {
        send({ op: 'error', id: message.id, error: String(error) })
      }
      return
    }
    case 'reset':
      // A client went away: the next one finds no open transaction and no session state of it.
      await database.exec('rollback')
      await database.exec('discard all')
      return
    case 'dump':
      send({ op: 'dumped', blob: new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()) })
      return
    case 'close':
      await database.close()
      send({ op: 'closed' })
  }
}

let queue = Promise.resolve()
port.on('message', (message: ToWorker) => {
  queue = queue.then(() => handle(message))
})
send({ op: 'ready' })
