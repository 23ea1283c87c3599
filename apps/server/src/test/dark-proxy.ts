import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose network can fail in realistic ways. */
export interface FaultyProxy {
  readonly port: number
  /** New connections are forwarded there. */
  to(port: number): void
  /** Packet loss: nothing on the current connections arrives any more, and neither side is notified. */
  darken(): void
  /** New connections are accepted and never answered, as behind a load balancer without servers. */
  swallow(on: boolean): void
  /** Closes the current connections. */
  cut(): void
  close(): Promise<void>
}

export async function startProxy(target: number): Promise<FaultyProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const swallowed = new Set<Socket>()
  const dark = new WeakSet<Socket>()
  let port = target
  let swallowing = false
  const server = createServer((near) => {
    near.on('error', () => {})
    if (swallowing) {
      swallowed.add(near)
      return
    }
    const far = connect(port, '127.0.0.1').on('error', () => near.destroy())
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far).pipe(near)
    near.on('close', () => {
      far.destroy()
      pairs.delete(pair)
    })
    far.on('close', () => {
      if (pairs.has(pair) && !dark.has(near)) near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const [near] of pairs) near.destroy()
    for (const near of swallowed) near.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    to: (next) => {
      port = next
    },
    darken() {
      for (const [near, far] of pairs) {
        dark.add(near)
        near.unpipe(far)
        far.unpipe(near)
        near.pause()
        far.pause()
      }
    },
    swallow: (on) => {
      swallowing = on
    },
    cut: endAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        endAll()
      }),
  }
}
