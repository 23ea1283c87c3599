import type { LookupAddress, lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createOutgoing, isPublicAddress } from './outgoing.ts'

test.each([
  ['this machine', ['0.0.0.0', '127.0.0.1', '127.255.255.254', '::', '::1']],
  ['a private network', ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1']],
  ['a provider’s own network', ['100.64.0.1', '100.127.255.254']],
  ['a link', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1']],
  ['a group, or reserved', ['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', 'ff02::1']],
  ['IPv4 in IPv6', ['::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1']],
  ['a tunnel', ['2001::1', '2002:7f00:1::1']],
  ['for a protocol, tests or documentation', ['192.0.0.170', '198.18.0.1', '198.51.100.7', '100::1', '2001:db8::1', '3fff::1']],
  ['no address', ['not an address', '']],
])('%s is not public: %j', (_what, addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
})

test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4007::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

/** A server on this machine, and the requested paths. */
async function startService() {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere', 'x-mark': 'here' }).end('x'.repeat(100))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { visits, port: (server.address() as AddressInfo).port }
}

/** A fake DNS server that returns these addresses, the next ones at each lookup. */
const nameServer = (...answers: string[][]) =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const found = answers.length > 1 ? answers.shift() : answers[0]
    done(
      null,
      (found ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup

const get = { method: 'GET' as const, headers: {}, signal: AbortSignal.timeout(10_000), largest: 1_000 }

test('a name is called only if it resolves to a public address', async () => {
  const { visits, port } = await startService()
  const url = `http://rebound.example:${port}/`
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']) {
    const outgoing = createOutgoing({ onlyPublic: true, resolve: nameServer([address]) })
    await expect(outgoing(url, get), address).rejects.toMatchObject({ code: 'not_public' })
  }
  expect(visits).toEqual([])
  const developing = createOutgoing({ onlyPublic: false, resolve: nameServer(['127.0.0.1']) })
  expect(await developing(url, get)).toMatchObject({ status: 200 })
})

test('each connection is checked again: DNS rebinding is refused', async () => {
  const { visits, port } = await startService()
  const outgoing = createOutgoing({ onlyPublic: true, resolve: nameServer(['192.0.2.1', '127.0.0.1'], ['127.0.0.1']) })
  for (let call = 0; call < 3; call++) {
    await expect(outgoing(`http://rebound.example:${port}/`, get)).rejects.toMatchObject({ code: 'not_public' })
  }
  expect(visits).toEqual([])
})

test.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '2130706433', '0x7f.1'])('the IP address %s is not called', async (host) => {
  const { visits, port } = await startService()
  await expect(createOutgoing({ onlyPublic: true })(`http://${host}:${port}/`, get)).rejects.toMatchObject({ code: 'not_public' })
  expect(visits).toEqual([])
})

test('redirects are not followed, and at most the given number of bytes is read', async () => {
  const { visits, port } = await startService()
  const outgoing = createOutgoing({ onlyPublic: false })
  const moved = await outgoing(`http://127.0.0.1:${port}/moved`, get)
  expect([moved.status, moved.header('X-Mark'), moved.text.length]).toEqual([302, 'here', 100])
  expect(visits).toEqual(['/moved'])
  await expect(outgoing(`http://127.0.0.1:${port}/`, { ...get, largest: 99 })).rejects.toMatchObject({ code: 'too_long' })
  expect((await outgoing(`http://127.0.0.1:${port}/`, { ...get, largest: 0 })).text).toBe('')
})

test('a timeout is reported as such', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const late = createOutgoing({ onlyPublic: false })(url, { ...get, signal: AbortSignal.timeout(30) })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a host that the operator named is called on a private address, by its name and port', async () => {
  const { visits, port } = await startService()
  const call = { method: 'GET', headers: {}, signal: AbortSignal.timeout(5_000), largest: 1_000 } as const
  const outgoing = (allowed: string[]) => createOutgoing({ onlyPublic: true, allowed })
  for (const allowed of [[], ['other.example'], ['127.0.0.1:1'], ['localhost']])
    await expect(outgoing(allowed)(`http://127.0.0.1:${port}/`, call), allowed.join()).rejects.toThrow()
  expect(visits).toEqual([])
  expect((await outgoing([`127.0.0.1:${port}`])(`http://127.0.0.1:${port}/one`, call)).status).toBe(200)
  expect((await outgoing(['localhost'])(`http://localhost:${port}/two`, call)).status).toBe(200)
  expect(visits).toEqual(['/one', '/two'])
  // The default port is not written in an address, and may be in the setting.
  const refusal = await outgoing(['127.0.0.1:443'])('https://127.0.0.1/', call).catch((error: { code?: string }) => error.code)
  expect(refusal).not.toBe('not_public')
})
