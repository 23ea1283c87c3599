import { isNative } from './runtime.ts'

/** A download may still be reading when the press that started it is over. */
const GRACE = 60_000

function saveInBrowser(file: File) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(url), GRACE)
}

/** Asks where to put the file, where the phone can; else opens it. */
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

/** Gives a file to the person. On a phone it must follow a press at once: the system's sheet asks for one. */
export const saveFile = (file: File): void => void (isNative ? handOver(file) : saveInBrowser(file))
