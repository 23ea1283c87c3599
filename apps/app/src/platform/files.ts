import { MINUTE_MS } from '@reflet/contract/durations'

/** A download may still read the URL after the press that started it. */
const GRACE = MINUTE_MS

function saveInBrowser(file: File) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(url), GRACE)
}

/** Saves a file: in a browser as a download, on native by the share sheet, where the person chooses the place. */
export async function saveFile(file: File): Promise<void> {
  if (import.meta.env.MODE === 'native') await (await import('./native/share.ts')).share({ file })
  else saveInBrowser(file)
}
