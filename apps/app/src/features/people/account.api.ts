import { account } from '@reflet/contract/account'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../platform/client.ts'
import { download } from '../../platform/download.ts'
import { saveFile } from '../../platform/files.ts'
import { isNative } from '../../platform/runtime.ts'
import { endForGood, refreshUser } from '../../platform/session.ts'

interface Progress {
  received: number
  /** null while the server does not say it. */
  total: number | null
}

const today = () => new Date().toISOString().slice(0, 10)

/** Everything stored about me, as one file: fetched with progress, then saved. On a phone a press hands it over. */
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

/** `onGone` is called even when the page has already lost what it showed: nothing of the person is left then. */
export const useDeleteAccount = (onGone: () => void) =>
  useMutation({ mutationFn: () => endForGood(() => call(account.deleteUser)), onSuccess: onGone })

export type LinkType = 'link' | 'unlink'

/** `unavailable` is an answer too: the platform is away and nothing has changed. */
export const useLearningLink = () =>
  useMutation({
    mutationFn: (linkType: LinkType) => call(account.linkDomoscio, { body: { linkType } }),
    onSuccess: ({ status }) => (status === 'unavailable' ? undefined : refreshUser()),
  })
