import { adminCatalogue, MAX_CAPTIONS_BYTES } from '@reflet/contract/admin-catalogue'
import type { FastifyInstance } from 'fastify'
import { bind, fileOf, fileStreamOf } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { administrationOf } from '../admin-call.ts'
import { createItem, deleteItem, updateItem } from './items.commands.ts'
import { getItem, listItems } from './items.queries.ts'
import { AWARD_TYPES, SKILLS, VIDEOS } from './kinds.ts'
import { storeCaptions, storeVideo } from './video-files.commands.ts'

export function catalogueRoutes(app: FastifyInstance, platform: Platform) {
  const { db } = platform
  bind(app, platform, adminCatalogue.listSkills, async ({ viewer, query }) => {
    const { items, next_cursor } = await listItems(db, SKILLS, viewer, query)
    return { skills: items, next_cursor }
  })
  bind(app, platform, adminCatalogue.createSkill, async ({ viewer, body: { category, ...texts }, request }) => {
    const id = await createItem(platform, administrationOf(viewer, request), SKILLS, texts, { category })
    return getItem(db, SKILLS, viewer.companyId, id)
  })
  bind(app, platform, adminCatalogue.updateSkill, async ({ viewer, params, body: { category, ...changes }, request }) => {
    await updateItem(platform, administrationOf(viewer, request), SKILLS, params.id, changes, { category })
    return getItem(db, SKILLS, viewer.companyId, params.id)
  })
  bind(app, platform, adminCatalogue.deleteSkill, async ({ viewer, params, request }) => ({
    result: await deleteItem(platform, administrationOf(viewer, request), SKILLS, params.id),
  }))

  bind(app, platform, adminCatalogue.listAwardTypes, async ({ viewer, query }) => {
    const { items, next_cursor } = await listItems(db, AWARD_TYPES, viewer, query)
    return { award_types: items, next_cursor }
  })
  bind(app, platform, adminCatalogue.createAwardType, async ({ viewer, body: { icon, ...texts }, request }) => {
    const id = await createItem(platform, administrationOf(viewer, request), AWARD_TYPES, texts, { icon })
    return getItem(db, AWARD_TYPES, viewer.companyId, id)
  })
  bind(app, platform, adminCatalogue.updateAwardType, async ({ viewer, params, body: { icon, ...changes }, request }) => {
    await updateItem(platform, administrationOf(viewer, request), AWARD_TYPES, params.id, changes, { icon })
    return getItem(db, AWARD_TYPES, viewer.companyId, params.id)
  })
  bind(app, platform, adminCatalogue.deleteAwardType, async ({ viewer, params, request }) => ({
    result: await deleteItem(platform, administrationOf(viewer, request), AWARD_TYPES, params.id),
  }))

  bind(app, platform, adminCatalogue.listVideos, async ({ viewer, query }) => {
    const { items, next_cursor } = await listItems(db, VIDEOS, viewer, query)
    return { videos: items, next_cursor }
  })
  bind(app, platform, adminCatalogue.createVideo, async ({ viewer, body: { seconds = null, ...texts }, request }) => {
    const id = await createItem(platform, administrationOf(viewer, request), VIDEOS, texts, { seconds })
    return getItem(db, VIDEOS, viewer.companyId, id)
  })
  bind(app, platform, adminCatalogue.updateVideo, async ({ viewer, params, body: { seconds, ...changes }, request }) => {
    await updateItem(platform, administrationOf(viewer, request), VIDEOS, params.id, changes, { seconds })
    return getItem(db, VIDEOS, viewer.companyId, params.id)
  })
  bind(app, platform, adminCatalogue.uploadVideo, async ({ viewer, params, request }) => {
    await storeVideo(platform, administrationOf(viewer, request), params.id, await fileStreamOf(request))
    return getItem(db, VIDEOS, viewer.companyId, params.id)
  })
  bind(app, platform, adminCatalogue.uploadCaptions, async ({ viewer, params, request }) => {
    const file = await fileOf(request)
    await storeCaptions(platform, administrationOf(viewer, request), params, file.subarray(0, MAX_CAPTIONS_BYTES))
    return getItem(db, VIDEOS, viewer.companyId, params.id)
  })
  bind(app, platform, adminCatalogue.deleteVideo, async ({ viewer, params, request }) => ({
    result: await deleteItem(platform, administrationOf(viewer, request), VIDEOS, params.id),
  }))
}
