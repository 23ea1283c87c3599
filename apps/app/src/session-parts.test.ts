import { people } from '@reflet/contract/people'
import { skills } from '@reflet/contract/skills'
import { afterAll, expect, test } from 'vitest'
import { setIdentity } from './platform/current-user.ts'
import { publish } from './platform/events.ts'
import { registerSessionParts } from './session-parts.ts'

const real = globalThis.fetch
afterAll(() => {
  globalThis.fetch = real
})

test('another language fetches the user and the skills at once, also where no page shows them', async () => {
  const asked: string[] = []
  globalThis.fetch = (url) => {
    asked.push(String(url))
    return Promise.resolve(new Response('{}', { status: 503 }))
  }
  registerSessionParts()
  publish('localeChanged', 'de')
  expect(asked, 'logged out').toEqual([])
  setIdentity('u')
  publish('localeChanged', 'ar')
  const user = people.getUser.path.replace(':userId', '1')
  await expect.poll(() => [...asked].sort()).toEqual([skills.listSkills.path, user].sort())
})
