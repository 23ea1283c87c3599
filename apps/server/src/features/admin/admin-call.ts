import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../platform/session.ts'
import { personAt } from '../audit/audit.ts'
import type { Administration } from './people/people.commands.ts'

/** What an administrator's command needs to know of its call. */
export const administrationOf = ({ companyId, userId, sessionId }: Viewer, { ip }: FastifyRequest): Administration => ({
  companyId,
  sessionId,
  actor: personAt(userId, ip),
})

/** A file that the browser saves under this name. */
export const attached = (reply: FastifyReply, fileName: string) => reply.header('content-disposition', `attachment; filename="${fileName}"`)
