import { AVATAR_SIZES, avatars } from '@reflet/contract/avatars'
import { people, type UserRecord } from '@reflet/contract/people'
import { expect } from 'vitest'
import type { TestApp } from './build-test-app.ts'
import { createUser, type TestCompany, type TestUser } from './factories.ts'

/** The calls about avatars, and the files behind them. */
export function avatarCalls(app: TestApp, company: TestCompany) {
  /** A new user each time: uploads are limited by session. */
  async function upload(
    bytes: Buffer,
    { as, name = 'photo.jpg', type = 'image/jpeg' }: { as?: TestUser; name?: string; type?: string } = {},
  ) {
    const user = as ?? (await createUser(app, company))
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(bytes)], { type }), name)
    const response = await fetch(`${app.url}${avatars.uploadAvatar.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as UserRecord & { code: string } }
  }

  const addressOf = async (user: TestUser) => (await app.call(user, people.getUser, { params: { userId: '1' } })).body.user.avatar_url
  const sizeOf = (address: string, size: number) => address.replace('/96.', `/${size}.`)

  async function open(address: string) {
    const response = await fetch(`${app.url}${address}`)
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  /** The three files of an upload. */
  async function kept(reply: Awaited<ReturnType<typeof upload>>): Promise<Buffer[]> {
    expect(reply.status, reply.body.code).toBe(200)
    const files = await Promise.all(AVATAR_SIZES.map((size) => open(sizeOf(reply.body.user.avatar_url as string, size))))
    return files.map(({ bytes }) => bytes)
  }

  return { upload, addressOf, sizeOf, open, kept }
}
