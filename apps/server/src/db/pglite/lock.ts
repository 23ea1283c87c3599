import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Thrown when another process holds the data directory: two on one directory would corrupt it. */
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
 * Holds the directory for this process by listening on a local socket in it: the system frees it however the process
 * ends, so a `kill -9` leaves only a dead socket file, which the next start removes.
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
