import { adminSignIn } from '@reflet/contract/admin-sign-in'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { administrationOf } from '../admin-call.ts'
import { ensureKeys, removeProvider, setOidc, setSaml, updateSignIn } from './sign-in.commands.ts'
import { getSignIn, getTest } from './sign-in.queries.ts'

/** Begins an administrator's test: of the session feature, which takes the provider's answer. */
export type BeginTest = (viewer: Viewer, protocol: 'saml' | 'oidc', ip: string) => Promise<{ id: string; link: string }>

export function signInRoutes(app: FastifyInstance, platform: Platform, beginTest: BeginTest) {
  const current = ({ companyId }: Viewer) => getSignIn(platform, companyId)
  bind(app, platform, adminSignIn.getSignIn, async ({ viewer }) => {
    await ensureKeys(platform, viewer.companyId, viewer.seal)
    return current(viewer)
  })
  bind(app, platform, adminSignIn.updateSignIn, async ({ viewer, body, request }) => {
    await updateSignIn(platform, administrationOf(viewer, request), body)
    return current(viewer)
  })
  bind(app, platform, adminSignIn.setSaml, async ({ viewer, body, request }) => {
    await setSaml(platform, administrationOf(viewer, request), viewer.seal, body)
    return current(viewer)
  })
  bind(app, platform, adminSignIn.deleteSaml, async ({ viewer, request }) => {
    await removeProvider(platform, administrationOf(viewer, request), 'saml')
    return current(viewer)
  })
  bind(app, platform, adminSignIn.setOidc, async ({ viewer, body, request }) => {
    await setOidc(platform, administrationOf(viewer, request), viewer.seal, body)
    return current(viewer)
  })
  bind(app, platform, adminSignIn.deleteOidc, async ({ viewer, request }) => {
    await removeProvider(platform, administrationOf(viewer, request), 'oidc')
    return current(viewer)
  })
  bind(app, platform, adminSignIn.beginSignInTest, ({ viewer, body, request }) => beginTest(viewer, body.protocol, request.ip))
  bind(app, platform, adminSignIn.getSignInTest, ({ viewer, params }) => getTest(platform, viewer, params.id))
}
