import { account } from '@reflet/contract/account'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isNative } from '../../platform/build-target.ts'
import { call } from '../../platform/client.ts'
import { download } from '../../platform/download.ts'
import { saveFile } from '../../platform/files.ts'
import { endForGood } from '../../platform/logout.ts'
import { refreshUser } from '../../platform/session.ts'

interface Progress {
  received: number
  /** null when the server does not send it. */
  total: number | null
}

const today = () => new Date().toISOString().slice(0, 10)

/** The export of my data: downloaded with progress, then saved. A phone needs a press to save it. */
export function useExport() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const stop = useRef<AbortController>(undefined)
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      stop.current = controller
      setProgress(null)
      const onProgress = (received: number, total: number | null) => setProgress({ received, total })
      const zip = await download(account.exportUser, {}, { signal: controller.signal, onProgress })
      return new File([zip], `reflet-${today()}.zip`, { type: 'application/zip' })
    },
    onSuccess: (file) => (isNative ? undefined : saveFile(file)),
  })
  const cancel = () => {
    stop.current?.abort()
    reset()
  }
  return { start: () => mutate(), cancel, progress, file: data, error, isPending }
}

/** `onGone` is called even after the page was unmounted: all of the person's data are deleted then. */
export const useDeleteAccount = (onGone: () => void) =>
  useMutation({
    mutationFn: (badgesToDelete: readonly string[]) =>
      endForGood(() => call(account.deleteUser, { query: { ...(badgesToDelete.length > 0 && { delete_badges: badgesToDelete.join() }) } })),
    onSuccess: onGone,
  })

export type LinkType = 'link' | 'unlink'

/** `unavailable` is a regular result: the platform is down and nothing has changed. */
export const useLearningLink = () =>
  useMutation({
    mutationFn: (linkType: LinkType) => call(account.linkDomoscio, { body: { linkType } }),
    onSuccess: ({ status }) => (status === 'unavailable' ? undefined : refreshUser()),
  })
