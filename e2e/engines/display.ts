import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A display that no one sees, for a browser that has no headless mode. */
export async function startDisplay(program: string) {
  // It takes a free number itself and writes it.
  const server = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  return { name: `:${String(number).trim()}`, close: () => void server.kill() }
}
