import { parentPort, workerData } from 'node:worker_threads'
import { serve } from './serve.ts'

/** PGlite's own thread: in the server's thread each query would block the event loop. */
if (!parentPort) throw new Error('db/pglite/worker.ts runs only as a worker thread')
await serve(parentPort, workerData)
