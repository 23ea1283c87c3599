import { readFileSync } from 'node:fs'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { sendFile } from '../../apps/server/src/test/files.ts'
import { logIn } from '../support/session.ts'

const file = (name: string) => readFileSync(new URL(`../../apps/app/public/assets/videos/${name}`, import.meta.url))

/** Uploads a film of a minute with French captions, as an administrator of the demo company; returns its id. */
export async function uploadFilm(server: { readonly url: string }): Promise<string> {
  const admin = await logIn(server.url, 'admin@nova.example')
  const { id } = await admin.api.call(adminCatalogue.createVideo, { body: { names: { fr: 'Notre maison' }, seconds: 60 } })
  const uploads = [
    [`/api/admin/videos/${id}/file`, 'first-steps.fr.mp4'],
    [`/api/admin/videos/${id}/captions/fr`, 'first-steps.fr.vtt'],
  ] as const
  for (const [path, name] of uploads) {
    const { status } = await sendFile(server, admin, path, file(name))
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  return id
}
