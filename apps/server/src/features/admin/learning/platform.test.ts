import { account } from '@reflet/contract/account'
import { adminLearning } from '@reflet/contract/admin-learning'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DomoscioService, startDomoscio } from '../../../test/domoscio.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
let service: DomoscioService
beforeEach(async () => {
  service = await startDomoscio()
})
afterEach(() => service.close())

const set = (body: { host: string; instance: string; token?: string }) => app.call(anne, adminLearning.setLearningPlatform, { body })
const probe = async () => (await app.call(anne, adminLearning.testLearningPlatform)).body.status

test('is set, tested and used; its token is never shown, and goes to no other host', async () => {
  expect(await probe()).toBe('incomplete')
  const { origin, instance, token } = service
  expectProblem(await set({ host: origin, instance }), 422, 'token_missing')
  expectProblem(await set({ host: 'ftp://x.example', instance, token }), 422, 'host_not_allowed')
  const { body } = await set({ host: origin, instance, token })
  expect(body).toEqual({ host: origin, instance, has_token: true, usable: true })
  expect(await probe()).toBe('ok')
  expect((await app.call(camille, account.linkDomoscio, { body: { linkType: 'link' } })).body).toEqual({ status: 'linked' })
  expect((await set({ host: origin, instance: `${instance}2` })).status, 'the same host keeps it').toBe(200)
  expectProblem(await set({ host: 'https://elsewhere.example', instance }), 422, 'token_missing')
  await set({ host: origin, instance, token: 'wrong' })
  expect(await probe()).toBe('refused')
  expect((await app.call(anne, adminLearning.deleteLearningPlatform)).status).toBe(200)
  expect((await app.call(anne, adminLearning.getLearningPlatform)).body).toMatchObject({ host: null, has_token: false, usable: false })
})
