import { done } from '@reflet/contract/common'
import { contacts } from '@reflet/contract/contacts'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { checkOwnId } from '../people/people.policy.ts'
import { addContacts, deleteContact, updateContact } from './contacts.commands.ts'
import { listContacts } from './contacts.queries.ts'
import { createGroup, deleteGroup, updateGroup } from './groups.commands.ts'
import { listGroups } from './groups.queries.ts'

export function contactRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, contacts.listContacts, async ({ viewer, params, query }) => {
    checkOwnId(viewer, params.userId)
    return listContacts(platform.db, viewer, query, platform.clock())
  })
  bind(app, platform, contacts.addContacts, async ({ viewer, params, body }) => {
    checkOwnId(viewer, params.userId)
    return addContacts(platform, viewer, body.contacts)
  })
  bind(app, platform, contacts.updateContact, async ({ viewer, params, body }) => {
    checkOwnId(viewer, params.userId)
    return updateContact(platform, viewer, params.id, body)
  })
  bind(app, platform, contacts.deleteContact, async ({ viewer, params }) => {
    checkOwnId(viewer, params.userId)
    await deleteContact(platform, viewer, params.id)
    return done
  })
  bind(app, platform, contacts.listGroups, async ({ viewer, params, query }) => {
    checkOwnId(viewer, params.userId)
    return listGroups(platform.db, viewer, query.cursor, platform.clock())
  })
  bind(app, platform, contacts.createGroup, async ({ viewer, params, body }) => {
    checkOwnId(viewer, params.userId)
    return createGroup(platform, viewer, body)
  })
  bind(app, platform, contacts.updateGroup, async ({ viewer, params, body }) => {
    checkOwnId(viewer, params.userId)
    return updateGroup(platform, viewer, params.id, body)
  })
  bind(app, platform, contacts.deleteGroup, async ({ viewer, params }) => {
    checkOwnId(viewer, params.userId)
    await deleteGroup(platform, viewer, params.id)
    return done
  })
}
