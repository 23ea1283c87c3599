import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe } from './http-errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  /** The port that it listens on; null when there is none. */
  readonly port: number | null
  close(): Promise<void>
}

const NONE: MetricsServer = { port: null, close: async () => undefined }

/**
 * Serves `/metrics` on a port of its own, so that a proxy in front of the app cannot publish it. Port 0 switches it off; a taken port is a
 * warning, because metrics must not prevent a start.
 */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }, log: Log): Promise<MetricsServer> {
  if (port === 0) return NONE
  metrics.watchProcess()
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.print().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error) => {
        log.warn(describe(error), 'metrics')
        response.writeHead(503).end()
      },
    )
  })
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    log.warn({ ...describe(error), port }, 'metrics are not served')
    return NONE
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
