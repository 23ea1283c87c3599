import { Camera, MediaTypeSelection } from '@capacitor/camera'
import { reach } from '../client.ts'
import { ApiError } from '../errors.ts'

/** Of either source; the crop is smaller. */
const SIDE = 2048
const CANCELLED = new Set(['OS-PLUG-CAMR-0006', 'OS-PLUG-CAMR-0020'])
const REFUSED = new Set(['OS-PLUG-CAMR-0003', 'OS-PLUG-CAMR-0005'])

/** The web view serves a picture of the device under the app's own origin. */
async function fileOf(path: string | undefined): Promise<File | null> {
  if (!path) return null
  const { content: blob } = await reach(path, {}, (response) => response.blob())
  return new File([blob], 'photo', { type: blob.type || 'image/jpeg' })
}

/**
 * A photo of the camera or of the gallery; null when the person closes it.
 * @throws ApiError `camera_denied` without the permission, else `camera_failed`
 */
export async function takePicture(source: 'camera' | 'gallery'): Promise<File | null> {
  const options = { targetWidth: SIDE, targetHeight: SIDE, correctOrientation: true, editable: 'no' } as const
  try {
    if (source === 'camera') return await fileOf((await Camera.takePhoto(options)).webPath)
    const { results } = await Camera.chooseFromGallery({ ...options, mediaType: MediaTypeSelection.Photo, limit: 1 })
    return await fileOf(results[0]?.webPath)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (CANCELLED.has(code)) return null
    throw new ApiError(0, REFUSED.has(code) ? 'camera_denied' : 'camera_failed')
  }
}
