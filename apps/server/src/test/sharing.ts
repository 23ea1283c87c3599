import { sharing } from '@reflet/contract/sharing'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'

/** Shares an answer as the app does: with the manager whom it shows. */
export async function share(app: TestApp, owner: TestUser, id: string) {
  const { manager } = (await app.call(owner, sharing.getManager)).body
  return app.call(owner, sharing.shareAnswer, { params: { id }, body: manager ? { manager_id: manager.id as string } : {} })
}
