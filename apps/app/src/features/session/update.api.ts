import { useEffect, useState } from 'react'
import { toNewest } from '../../platform/code.ts'

const native = () => import('../../platform/native/update.ts')

/** Where the needed version can be had; undefined in a browser, and where the server names no store. */
export function useStoreUrl(): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (import.meta.env.MODE === 'native') void native().then(({ neededUpdate }) => setUrl(neededUpdate.get()?.storeUrl))
  }, [])
  return url
}

/** The app starts again: with the newest version in a browser; on native when the server accepts this version by now. */
export async function checkAgain(): Promise<void> {
  if (import.meta.env.MODE === 'native' && (await (await native()).checkUpdate()) === 'update') return
  await toNewest()
  location.replace('/')
}
