import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { done } from '@reflet/contract/common'
import { security } from '@reflet/contract/security'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { knows } from '../../platform/devices.ts'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { deviceOf } from '../../platform/session-cookies.ts'
import { personAt } from '../audit/audit.ts'
import type { Origin } from './attempts.commands.ts'
import { beginOwnTotp, confirmTotp, deleteTotp, makeRecoveryCodes, resetFactors } from './factors.commands.ts'
import { addPasskey, beginPasskey, deletePasskey } from './passkeys.commands.ts'
import { changePassword, reauthenticate } from './password.commands.ts'
import { getSecurity, listSessions } from './security.queries.ts'
import { endOtherSessions, endSession } from './sessions.commands.ts'

/** How a person signs in, and where they are signed in. */
export function securityRoutes(app: FastifyInstance, platform: Platform) {
  const { db, clock } = platform
  /** The viewer's own browser has its own counter of wrong passwords, as at a login. */
  const originOf = (request: FastifyRequest, { userId }: Viewer): Origin => {
    const device = deviceOf(platform, request)
    return { ip: request.ip, device: knows(platform.vault, device, userId) ? device : null }
  }
  bind(app, platform, security.getSecurity, ({ viewer }) => getSecurity(platform, viewer))
  bind(app, platform, security.listSessions, async ({ viewer }) => ({ sessions: await listSessions(db, viewer, clock()) }))
  bind(app, platform, security.endSession, async ({ viewer, params, request }) => {
    await endSession(platform, viewer, params.id, request.ip)
    return done
  })
  bind(app, platform, security.endOtherSessions, async ({ viewer, request }) => ({
    ended: await endOtherSessions(platform, viewer, request.ip),
  }))
  bind(app, platform, security.reauthenticate, async ({ viewer, body, request }) => ({
    options: await reauthenticate(platform, viewer, body, originOf(request, viewer)),
  }))
  bind(app, platform, security.changePassword, async ({ viewer, body, request }) => {
    await changePassword(platform, viewer, body, originOf(request, viewer))
    return done
  })
  bind(app, platform, security.addPasskey, async ({ viewer, body: { passkey: answer, name = 'Passkey' }, request }) => {
    if (!answer) return { options: await beginPasskey(platform, viewer), passkey: null }
    return { options: null, passkey: await addPasskey(platform, viewer, { answer, name }, request.ip) }
  })
  bind(app, platform, security.deletePasskey, async ({ viewer, params, request }) => {
    await deletePasskey(platform, viewer, params.id, request.ip)
    return done
  })
  bind(app, platform, security.beginTotp, ({ viewer }) => beginOwnTotp(platform, viewer))
  bind(app, platform, security.confirmTotp, async ({ viewer, body, request }) => ({
    recovery_codes: await confirmTotp(platform, viewer, body.code.replaceAll(/\s/g, ''), request.ip),
  }))
  bind(app, platform, security.deleteTotp, async ({ viewer, request }) => {
    await deleteTotp(platform, viewer, request.ip)
    return done
  })
  bind(app, platform, security.makeRecoveryCodes, async ({ viewer, request }) => ({
    recovery_codes: await makeRecoveryCodes(platform, viewer, request.ip),
  }))
  bind(app, platform, adminSignIn.resetFactors, async ({ viewer, params, request }) => {
    await resetFactors(platform, { companyId: viewer.companyId, actor: personAt(viewer.userId, request.ip) }, params.id)
    return done
  })
}
