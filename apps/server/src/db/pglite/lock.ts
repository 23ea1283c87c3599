import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Thrown when another process holds the data directory: two processes on one directory would corrupt it. */
export class DataDirectoryInUse extends Error {
  constructor(dir: string) {
    super(`The data directory ${dir} is in use by another process`)
  }
}

const isAnswering = (path: string) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(path)
    probe.on('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.on('error', () => resolve(false))
  })

/**
 * Process lock: listens on a local socket in the directory. The operating system releases it however the process ends; after `kill -9` a
 * stale socket file remains, which the next start removes.
 */
export async function lockDirectory(dir: string): Promise<Server> {
  const path = process.platform === 'win32' ? join('\\\\.\\pipe', dir.replace(/[^a-zA-Z0-9]/g, '-')) : join(dir, 'lock')
  if (await isAnswering(path)) throw new DataDirectoryInUse(dir)
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new DataDirectoryInUse(dir) : error))
    server.listen(path, resolve)
  })
  server.unref()
  return server
}
