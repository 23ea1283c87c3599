import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

/** Where a file is put so that another app can read it; the system empties this folder. */
const FOLDER = 'shared'

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** A name that is one file in one folder on every system. */
const safeName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '') || 'file'

async function write(file: File): Promise<string> {
  const path = `${FOLDER}/${safeName(file.name)}`
  const { uri } = await Filesystem.writeFile({ path, data: await base64Of(file), directory: Directory.Cache, recursive: true })
  return uri
}

const isClosed = (error: unknown) => /cancel/i.test(String((error as Error).message))

/** Opens the system's share sheet. `closed`: the person closed it; `failed`: it could not be opened. */
export async function share({ file, text, url }: { file?: File; text?: string; url?: string }): Promise<'shared' | 'closed' | 'failed'> {
  try {
    await Share.share({ ...(text && { text }), ...(url && { url }), ...(file && { files: [await write(file)] }) })
    return 'shared'
  } catch (error) {
    return isClosed(error) ? 'closed' : 'failed'
  }
}
