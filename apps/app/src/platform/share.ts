import { copyText } from './clipboard.ts'
import { saveFile } from './files.ts'
import { apiHost } from './runtime.ts'

/** The address of a page for others, who open it in a browser: `/award?id=…`. */
export const addressOf = (path: string) => `${apiHost || window.location.origin}${path}`

export interface Shared {
  file: File
  text: string
  url: string
}

/** What became of it: the person chose where it goes, or closed the sheet, or it was saved here (and the link copied, where allowed). */
export type ShareResult = 'shared' | 'closed' | 'saved' | 'saved_only'

/** Through the system's sheet where it takes files; else the file is saved and the link copied. Must follow a press at once. */
export async function shareFile({ file, text, url }: Shared): Promise<ShareResult> {
  const data = { files: [file], text, url }
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed'
      // The sheet cannot be opened here after all: saved like elsewhere.
    }
  }
  const copied = await copyText(url)
  saveFile(file)
  return copied ? 'saved' : 'saved_only'
}

/** Whether the device has a sheet for links. */
export const canShareLinks = () => typeof navigator.share === 'function'

/** A link alone, through the system's sheet; false when it could not be opened. Closing it is no failure. Must follow a press at once. */
export async function shareLink(data: { text: string; url: string }): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
