import { createServer } from 'node:net'

/**
 * Listens on a port and closes it again.
 * @param port 0 asks the system for a free one
 * @returns the port
 * @throws the system's error when it is in use or not allowed
 */
export const probePort = (host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
