import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../platform/session.ts'
import { type Actor, personAt } from '../audit/audit.ts'

/** What an administrator's command needs to know of its call. */
export const administrationOf = ({ companyId, userId }: Viewer, { ip }: FastifyRequest): { companyId: string; actor: Actor } => ({
  companyId,
  actor: personAt(userId, ip),
})

/** A file that the browser saves under this name. */
export const attached = (reply: FastifyReply, fileName: string) => reply.header('content-disposition', `attachment; filename="${fileName}"`)
