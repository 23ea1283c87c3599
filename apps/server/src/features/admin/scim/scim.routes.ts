import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { atMost } from '../../../platform/concurrency-limit.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { answerScimError, scimBody } from './answers.ts'
import type { Client } from './client.ts'
import { isId } from './filter-sql.ts'
import { groupOf, groupVersion } from './group.ts'
import { groupChangesOfBody, groupChangesOfPatch } from './group-changes.ts'
import { createGroup, deleteGroup, updateGroup } from './groups.commands.ts'
import { findGroups, getGroup } from './groups.queries.ts'
import { type Limiter, limiter, type Rate } from './limit.ts'
import { type Operation, objectOf, readPatch } from './patch.ts'
import { isWanted, listOf, type Resource, type Selection, selected, selectionOf } from './resource.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { noResource, ScimError } from './scim-error.ts'
import { findAll, type Search, searchOf } from './search.ts'
import { findClient } from './tokens.commands.ts'
import { userOf } from './user.ts'
import { changesOfBody, changesOfPatch, changesOfPut } from './user-changes.ts'
import { createUser, deleteUser, updateUser } from './users.commands.ts'
import { findUsers, getUser } from './users.queries.ts'

const PREFIX = '/scim/v2'
/** A group of ten thousand members fits. */
const BODY_LIMIT = 1024 * 1024
/**
 * An initial cycle of Entra makes about two hundred calls a second. Each operation of a PATCH and each KB of a body counts as a call, as it costs
 * about as much.
 */
const RATE: Rate = { perSecond: 1_000, burst: 5_000 }
/** Calls of a token that run at once, and that wait: the connections to the database are those of all companies. */
const AT_ONCE = 4
const WAITING = 200
const BEARER = /^Bearer +([\w-]{1,200})$/i

/** The address of SCIM on this server. */
export const baseUrl = (platform: Platform) => `${platform.publicUrl()}${PREFIX}`

interface Call {
  readonly client: Client
  readonly request: FastifyRequest
  /** The operations of a PATCH, counted. */
  readonly operations: () => Operation[]
  readonly reply: FastifyReply
  /** Of the path, lower case. */
  readonly id: string
  readonly selection: Selection
  readonly ifMatch: string | undefined
}

/** SCIM 2.0 (RFC 7643, 7644) for the directories of companies; docs/scim.md describes it. `steps`: what features do when people are deactivated. */
export function scimRoutes(app: FastifyInstance, platform: Platform, steps: readonly Deactivate[], rate: Rate = RATE) {
  app.register(
    async (scope) => {
      scimBody(scope)
      scope.setErrorHandler(answerScimError)
      scope.setNotFoundHandler((request, reply) => answerScimError(noResource(), request, reply))
      // The app's files are served for every path that has no route.
      scope.get('/*', (request, reply) => answerScimError(noResource(), request, reply))
      const on = router(scope, platform, limiter(rate, platform.clock))
      discovery(on, platform)
      userRoutes(on, platform, steps)
      groupRoutes(on, platform)
      on('POST', '/.search', async ({ client, request }) => {
        const search = searchOf(objectOf(request.body))
        return listOf(await findAll(platform.db, client.companyId, search, baseUrl(platform)), search.page.startIndex)
      })
      for (const url of ['/Me', '/Bulk'])
        on(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, async () => {
          throw new ScimError(501, 'This is not supported')
        })
    },
    { prefix: PREFIX },
  )
}

type On = (method: HTTPMethods | HTTPMethods[], url: string, run: (call: Call) => Promise<object | null>) => void

/** Registers calls: each needs the token of a directory, and answers with a resource, a message, or nothing. */
function router(scope: FastifyInstance, platform: Platform, { waitOf, spend }: Limiter): On {
  const clients = new WeakMap<FastifyRequest, Client>()
  const queues = new Map<string, ReturnType<typeof atMost>>()
  const queueOf = (tokenId: string) => {
    const queue = queues.get(tokenId) ?? atMost(AT_ONCE, WAITING)
    queues.set(tokenId, queue)
    return queue
  }
  function operationsOf(request: FastifyRequest, { tokenId }: Client): Operation[] {
    const operations = readPatch(request.body)
    spend(tokenId, operations.length)
    return operations
  }
  async function authenticate(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const client = token === undefined ? null : await findClient(platform, token, request.ip)
    if (!client) throw new ScimError(401, 'The token is not valid')
    request.caller = { company_id: client.companyId, token_id: client.tokenId }
    const seconds = waitOf(client.tokenId)
    if (seconds > 0) {
      reply.header('retry-after', String(seconds))
      throw new ScimError(429, 'Too many calls')
    }
    spend(client.tokenId, sizeOf(request) / 1024)
    clients.set(request, client)
  }
  return (method, url, run) =>
    scope.route({
      method,
      url,
      bodyLimit: BODY_LIMIT,
      onRequest: authenticate,
      async handler(request, reply) {
        const { id } = request.params as { id?: string }
        if (id !== undefined && !isId(id)) throw noResource()
        const query = request.query as Record<string, unknown>
        const client = clients.get(request) as Client
        const call: Call = {
          client,
          request,
          operations: () => operationsOf(request, client),
          reply,
          id: id?.toLowerCase() ?? '',
          selection: selectionOf(query.attributes, query.excludedAttributes),
          ifMatch: request.headers['if-match'],
        }
        const answer = await queueOf(client.tokenId)(() => run(call))
        if (answer === null) return reply.code(reply.statusCode === 304 ? 304 : 204).send()
        return reply.type('application/scim+json; charset=utf-8').serializer(JSON.stringify).send(answer)
      },
    })
}

/** Of the body, in bytes: one whose length is not said counts as the longest. */
function sizeOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return BODY_LIMIT
  return Math.min(Number(headers['content-length'] ?? 0), BODY_LIMIT)
}

function discovery(on: On, platform: Platform) {
  const lists = { ResourceTypes: resourceTypes, Schemas: schemas }
  on('GET', '/ServiceProviderConfig', async () => serviceProviderConfig(baseUrl(platform)))
  for (const [name, make] of Object.entries(lists)) {
    on('GET', `/${name}`, async ({ request }) => {
      // RFC 7644, 4: discovery takes no filter.
      if ((request.query as { filter?: unknown }).filter !== undefined) throw new ScimError(403, 'A filter is not permitted here')
      const resources = make(baseUrl(platform))
      return listOf({ total: resources.length, resources }, 1)
    })
    on('GET', `/${name}/:name`, async ({ request }) => {
      const { name: wanted } = request.params as { name: string }
      const found = make(baseUrl(platform)).find(({ id }) => id.toLowerCase() === wanted.toLowerCase())
      if (!found) throw noResource()
      return found
    })
  }
}

/** A single resource with its version; nothing (304) when the caller has this version. */
function sent(resource: Resource, { request, reply, selection }: Call): object | null {
  const { version } = resource.meta
  reply.header('etag', version)
  const known = request.method === 'GET' ? request.headers['if-none-match'] : undefined
  if (known?.split(',').some((one) => one.trim() === version)) {
    reply.code(304)
    return null
  }
  return selected(resource, selection)
}

function created(resource: Resource, call: Call): object | null {
  call.reply.code(201).header('location', resource.meta.location)
  return sent(resource, call)
}

function userRoutes(on: On, platform: Platform, steps: readonly Deactivate[]) {
  const { db } = platform
  const read = async ({ companyId }: Client, id: string) => userOf(await getUser(db, companyId, id), baseUrl(platform))
  const list = async ({ companyId }: Client, { filter, page, selection }: Search) => {
    const { total, found } = await findUsers(db, companyId, filter, page)
    const resources = found.map((row) => selected(userOf(row, baseUrl(platform)), selection))
    return listOf({ total, resources }, page.startIndex)
  }
  on('GET', '/Users', ({ client, request }) => list(client, searchOf(request.query as Record<string, unknown>)))
  on('POST', '/Users/.search', ({ client, request }) => list(client, searchOf(objectOf(request.body))))
  on('GET', '/Users/:id', async (call) => sent(await read(call.client, call.id), call))
  on('POST', '/Users', async (call) => {
    const id = await createUser(platform, call.client, changesOfBody(call.request.body), steps)
    return created(await read(call.client, id), call)
  })
  on('PUT', '/Users/:id', async (call) => {
    await updateUser(platform, call.client, call.id, changesOfPut(call.request.body), steps, call.ifMatch)
    return sent(await read(call.client, call.id), call)
  })
  on('PATCH', '/Users/:id', async (call) => {
    await updateUser(platform, call.client, call.id, changesOfPatch(call.operations()), steps, call.ifMatch)
    return sent(await read(call.client, call.id), call)
  })
  on('DELETE', '/Users/:id', async ({ client, id, ifMatch }) => {
    await deleteUser(platform, client, id, steps, ifMatch)
    return null
  })
}

function groupRoutes(on: On, platform: Platform) {
  const { db } = platform
  const read = async ({ companyId }: Client, id: string, selection: Selection) =>
    groupOf(await getGroup(db, companyId, id, isWanted(selection, 'members')), baseUrl(platform))
  const list = async ({ companyId }: Client, { filter, page, selection }: Search) => {
    const { total, found } = await findGroups(db, companyId, filter, page, isWanted(selection, 'members'))
    const resources = found.map((row) => selected(groupOf(row, baseUrl(platform)), selection))
    return listOf({ total, resources }, page.startIndex)
  }
  on('GET', '/Groups', ({ client, request }) => list(client, searchOf(request.query as Record<string, unknown>)))
  on('POST', '/Groups/.search', ({ client, request }) => list(client, searchOf(objectOf(request.body))))
  on('GET', '/Groups/:id', async (call) => sent(await read(call.client, call.id, call.selection), call))
  on('POST', '/Groups', async (call) => {
    const { displayName, changes } = groupChangesOfBody(call.request.body)
    const id = await createGroup(platform, call.client, displayName, changes)
    return created(await read(call.client, id, call.selection), call)
  })
  on('PUT', '/Groups/:id', async (call) => {
    await updateGroup(platform, call.client, call.id, groupChangesOfBody(call.request.body).changes, call.ifMatch)
    return sent(await read(call.client, call.id, call.selection), call)
  })
  // Without the members: a group may have very many.
  on('PATCH', '/Groups/:id', async ({ client, operations, reply, id, ifMatch }) => {
    await updateGroup(platform, client, id, groupChangesOfPatch(operations()), ifMatch)
    reply.header('etag', groupVersion(await getGroup(db, client.companyId, id, false)))
    return null
  })
  on('DELETE', '/Groups/:id', async ({ client, id, ifMatch }) => {
    await deleteGroup(platform, client, id, ifMatch)
    return null
  })
}
