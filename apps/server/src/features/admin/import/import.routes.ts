import { adminImports, IMPORT_FIELDS } from '@reflet/contract/admin-imports'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { type Cell, csvStream } from '../../../platform/csv.ts'
import { bind, fileOf } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import { administrationOf, attached } from '../admin-call.ts'
import { confirmImport, deleteImport, uploadImport } from './import.commands.ts'
import { getImport, listImportErrors, listImports, type WrongLine, wrongLinesAfter } from './import.queries.ts'
import type { Imports } from './runner.ts'

const CSV_PAGE = 1_000

/** The line as it was written, where a value was wrong; what was right is as it was read. */
function cellsOf({ line, fields, errors }: WrongLine): Cell[] {
  const written = new Map(errors.map(({ field, value }) => [field, value]))
  const cells = IMPORT_FIELDS.map((field) => (field in fields ? (fields[field] ?? '') : (written.get(field) ?? '')))
  return [...cells, line, errors.map(({ field, code }) => `${field}: ${code}`).join('; ')]
}

export function importRoutes(app: FastifyInstance, platform: Platform, imports: Imports) {
  const { db } = platform
  bind(app, platform, adminImports.listImports, ({ viewer, query }) => listImports(db, viewer.companyId, query.cursor))
  bind(app, platform, adminImports.uploadImport, async ({ viewer, request }) => {
    const id = await uploadImport(platform, administrationOf(viewer, request), await fileOf(request))
    imports.wake()
    return getImport(db, viewer.companyId, id)
  })
  bind(app, platform, adminImports.getImport, ({ viewer, params }) => getImport(db, viewer.companyId, params.id))
  bind(app, platform, adminImports.listImportErrors, ({ viewer, params, query }) =>
    listImportErrors(db, viewer.companyId, params.id, query.cursor),
  )
  bind(app, platform, adminImports.exportImportErrors, async ({ viewer, params, request, reply }) => {
    const { companyId, actor } = administrationOf(viewer, request)
    await getImport(db, companyId, params.id)
    const target = { kind: 'import', id: params.id }
    await record(db, platform.clock(), { companyId, actor, action: 'import_errors_exported', target })
    attached(reply, 'errors.csv')
    async function* pages() {
      for (let line = 0; ; ) {
        const wrong = await wrongLinesAfter(db, companyId, params.id, line, CSV_PAGE)
        yield wrong.map(cellsOf)
        const last = wrong.at(-1)
        if (!last || wrong.length < CSV_PAGE) return
        line = last.line
      }
    }
    return csvStream([...IMPORT_FIELDS, 'line', 'errors'], pages())
  })
  bind(app, platform, adminImports.confirmImport, async ({ viewer, params, body, request }) => {
    await confirmImport(platform, administrationOf(viewer, request), params.id, body)
    imports.wake()
    return getImport(db, viewer.companyId, params.id)
  })
  bind(app, platform, adminImports.deleteImport, async ({ viewer, params, request }) => {
    await deleteImport(platform, administrationOf(viewer, request), params.id)
    return done
  })
}
