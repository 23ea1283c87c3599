import { isNative } from './build-target.ts'
import { copyText } from './clipboard.ts'
import { saveFile } from './files.ts'
import { apiHost } from './server.ts'

const nativeShare = async (data: { file?: File; text: string; url: string }) => (await import('./native/share.ts')).share(data)

/** The URL of a page for others, who open it in a browser: `/award?id=…`. */
export const addressOf = (path: string) => `${apiHost() || window.location.origin}${path}`

export interface Shared {
  file: File
  text: string
  url: string
}

/**
 * The result: shared, cancelled, saved on this device (with the link copied, where allowed), or, where nothing can be saved without the share
 * sheet, the link alone copied or not.
 */
export type ShareResult = 'shared' | 'closed' | 'saved' | 'saved_only' | 'copied' | 'not_copied'

/** Uses the share sheet if it accepts files; else saves the file and copies the link. Must directly follow a press (user activation). */
export async function shareFile({ file, text, url }: Shared): Promise<ShareResult> {
  if (import.meta.env.MODE === 'native') {
    const result = await nativeShare({ file, text, url })
    if (result !== 'failed') return result
    return (await copyText(url)) ? 'copied' : 'not_copied'
  }
  const data = { files: [file], text, url }
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed'
      // The sheet cannot be opened here: falls back to saving.
    }
  }
  const copied = await copyText(url)
  void saveFile(file)
  return copied ? 'saved' : 'saved_only'
}

/** Whether the device has a share sheet for links. */
export const canShareLinks = () => isNative || typeof navigator.share === 'function'

/**
 * Shares a link with the share sheet; false when it could not be opened. Cancelling is no failure. Must directly follow a press (user
 * activation).
 */
export async function shareLink(data: { text: string; url: string }): Promise<boolean> {
  if (import.meta.env.MODE === 'native') return (await nativeShare(data)) !== 'failed'
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
