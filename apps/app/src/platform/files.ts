import { MINUTE_MS } from '@reflet/contract/durations'
import { isNative } from './build-target.ts'

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

/** Opens a save dialog, where the phone has one; else opens the file. */
async function handOver(file: File) {
  if (!navigator.canShare?.({ files: [file] })) {
    window.open(URL.createObjectURL(file))
    return
  }
  try {
    await navigator.share({ files: [file] })
  } catch {
    // Closing the sheet is no failure.
  }
}

/** Saves a file. On a phone it must directly follow a press (user activation). */
export const saveFile = (file: File): void => void (isNative ? handOver(file) : saveInBrowser(file))
