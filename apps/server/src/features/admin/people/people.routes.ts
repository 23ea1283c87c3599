import { adminPeople } from '@reflet/contract/admin-people'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { csvStream } from '../../../platform/csv.ts'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { record } from '../../audit/audit.ts'
import { administrationOf, attached } from '../admin-call.ts'
import { confirmAddress, refuseAddress } from './address.commands.ts'
import { getAddressChange } from './address.queries.ts'
import { createPerson, deactivatePerson, endSessions, invitePerson, reactivatePerson, updatePerson } from './people.commands.ts'
import { getPerson, listDepartments, listPeople } from './people.queries.ts'
import { cellsOf, PEOPLE_COLUMNS, pagesOfPeople } from './people-csv.ts'

/** `deactivations`: what each feature does when people are deactivated. */
export function adminPeopleRoutes(app: FastifyInstance, platform: Platform, deactivations: readonly Deactivate[]) {
  const { db, clock } = platform
  bind(app, platform, adminPeople.listPeople, ({ viewer, query: { cursor, ...filter } }) =>
    listPeople(db, clock(), viewer.companyId, filter, cursor),
  )
  bind(app, platform, adminPeople.listDepartments, async ({ viewer }) => ({ departments: await listDepartments(db, viewer.companyId) }))
  bind(app, platform, adminPeople.exportPeople, async ({ viewer, query, request, reply }) => {
    const { companyId } = viewer
    const { actor } = administrationOf(viewer, request)
    await record(db, clock(), { companyId, actor, action: 'people_exported' })
    attached(reply, 'people.csv')
    async function* pages() {
      for await (const people of pagesOfPeople(db, clock(), companyId, query)) yield people.map(cellsOf)
    }
    return csvStream(PEOPLE_COLUMNS, pages())
  })
  bind(app, platform, adminPeople.getPerson, ({ viewer, params }) => getPerson(db, clock(), viewer.companyId, params.id))
  bind(app, platform, adminPeople.createPerson, async ({ viewer, body, request }) => {
    const id = await createPerson(platform, administrationOf(viewer, request), body)
    return getPerson(db, clock(), viewer.companyId, id)
  })
  bind(app, platform, adminPeople.updatePerson, async ({ viewer, params, body, request }) => {
    await updatePerson(platform, administrationOf(viewer, request), params.id, body)
    return getPerson(db, clock(), viewer.companyId, params.id)
  })
  const actions = {
    invitePerson,
    reactivatePerson,
    endSessions,
    deactivatePerson: (...[on, by, id]: Parameters<typeof invitePerson>) => deactivatePerson(on, by, id, deactivations),
  } as const
  for (const [name, act] of Object.entries(actions)) {
    bind(app, platform, adminPeople[name as keyof typeof actions], async ({ viewer, params, request }) => {
      await act(platform, administrationOf(viewer, request), params.id)
      return getPerson(db, clock(), viewer.companyId, params.id)
    })
  }
  bind(app, platform, adminPeople.getAddressChange, ({ params }) => getAddressChange(db, params.token, clock()))
  bind(app, platform, adminPeople.confirmAddressChange, async ({ params, request }) => ({
    done: await confirmAddress(platform, params.token, request.ip),
  }))
  bind(app, platform, adminPeople.refuseAddressChange, async ({ params, request }) => {
    await refuseAddress(platform, params.token, request.ip)
    return done
  })
}
