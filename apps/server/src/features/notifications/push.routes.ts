import { done } from '@reflet/contract/common'
import { push as calls } from '@reflet/contract/push'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { Push } from '../../platform/push.ts'
import { clearCounter, forgetDevice, registerDevice } from './devices.commands.ts'

export function pushRoutes(app: FastifyInstance, platform: Platform, push: Push) {
  bind(app, platform, calls.getPushServices, async () => ({ types: [...push.types], web_push_key: push.webPushKey }))
  bind(app, platform, calls.registerPushToken, async ({ viewer, body }) => {
    await registerDevice(platform, push, viewer, body)
    return done
  })
  bind(app, platform, calls.forgetPushToken, async ({ viewer, body }) => {
    await forgetDevice(platform, viewer, body.token)
    return done
  })
  bind(app, platform, calls.clearPushCounter, async ({ viewer }) => {
    await clearCounter(platform, viewer)
    return done
  })
}
