import { adminImports, type PeopleImport } from '@reflet/contract/admin-imports'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'
import { sendFile } from './files.ts'

/** Calls of the import of people. */
export function importCalls(app: TestApp) {
  const upload = async (admin: TestUser, file: string | Buffer) => {
    const { status, body } = await sendFile(app, admin, adminImports.uploadImport.path, Buffer.from(file))
    return { status, body: body as unknown as PeopleImport & { code: string } }
  }
  const get = async (admin: TestUser, id: string) => (await app.call(admin, adminImports.getImport, { params: { id } })).body
  /** Uploads a file and waits for the result of the check. */
  async function check(admin: TestUser, file: string | Buffer) {
    const { body } = await upload(admin, file)
    await app.runImports()
    return get(admin, body.id)
  }
  async function confirm(admin: TestUser, id: string, options: { deactivate_missing?: boolean; invite?: boolean } = {}) {
    await app.call(admin, adminImports.confirmImport, { params: { id }, body: options })
    await app.runImports()
    return get(admin, id)
  }
  const errors = async (admin: TestUser, id: string) =>
    (await app.call(admin, adminImports.listImportErrors, { params: { id } })).body.errors.map(
      ({ line, field, code, value }) => `${line} ${field} ${code}${value === '' ? '' : ` ${value}`}`,
    )
  return { upload, check, confirm, errors, get }
}
