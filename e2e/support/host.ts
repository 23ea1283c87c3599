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

async function obey({ environment }: Order): Promise<void> {
  await close()
  close = async () => {}
  if (!environment) return
  const server = await listen(readSettings(environment))
  close = server.close
  await server.startSchedules()
}

process.on('message', (order: Order) => {
  const answer = (error: string | null) => process.send?.({ id: order.id, error } satisfies Done)
  obey(order).then(
    () => answer(null),
    (error: Error) => answer(error.stack ?? error.message),
  )
})
