import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { readSettings } from '../../apps/server/src/platform/settings.ts'
import { listen } from '../../apps/server/src/start.ts'

/** Messages from the parent: to listen with these settings, or, without any, to stop the current server. */
export interface Order {
  readonly id: number
  readonly environment: Record<string, string> | null
}

export interface Done {
  readonly id: number
  readonly error: string | null
}

/** Runs servers one after the other in one process: the code is loaded and compiled once. No server shares data with another. */
let close = async () => {}

const sockets = new Set<Socket>()
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket }
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})

/** No page is open any more, but the browsers are: a connection that one of them opened ahead, without a call, would keep the server open. */
function disconnect(port: number) {
  for (const socket of sockets) if (socket.localPort === port) socket.destroy()
}

async function obey({ environment }: Order): Promise<void> {
  await close()
  close = async () => {}
  if (!environment) return
  const settings = readSettings(environment)
  const server = await listen(settings)
  close = () => {
    disconnect(settings.port)
    return server.close()
  }
  await server.startSchedules()
}

process.on('message', (order: Order) => {
  const answer = (error: string | null) => process.send?.({ id: order.id, error } satisfies Done)
  obey(order).then(
    () => answer(null),
    (error: Error) => answer(error.stack ?? error.message),
  )
})
