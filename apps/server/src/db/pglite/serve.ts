import type { MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export type ToWorker = { op: 'data'; id: number; data: Uint8Array } | { op: 'reset' } | { op: 'dump' } | { op: 'close' }
export type FromWorker =
  | { op: 'ready' }
  | { op: 'data'; id: number; data: Uint8Array }
  | { op: 'error'; id: number; error: string }
  | { op: 'dumped'; blob: Uint8Array }
  | { op: 'closed' }

export interface ServeOptions {
  /** The data directory; without it the data are in memory. */
  readonly dir?: string
  /** The dump to restore from. */
  readonly blob?: Uint8Array<ArrayBuffer>
}

/** Runs PGlite and speaks the PostgreSQL wire protocol over messages; one query at a time, first in, first out. */
export async function serve(port: MessagePort, { dir, blob }: ServeOptions): Promise<void> {
  const database = await PGlite.create({
    ...(dir ? { dataDir: dir } : {}),
    ...(blob ? { loadDataDir: new Blob([blob]) } : {}),
    // Performance: every checkpoint fills a segment of the log with zeroes, by default 16 MB.
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'wal_recycle=off'],
  })
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

  async function handle(message: ToWorker) {
    // A pool may release its clients after the end.
    if (database.closed) return
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
        // A client disconnected: the next one must find no open transaction and no session state.
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
}
