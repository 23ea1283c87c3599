import { IonRefresher, IonRefresherContent } from '@ionic/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMedia } from '../platform/media.ts'
import { store, useStore } from '../platform/store.ts'
import { ErrorNotice } from './ErrorNotice.tsx'

/** A page's query keys, or their prefixes. Required on every page (an empty list: none), so that pull to refresh is never forgotten. */
export type Shows = readonly (readonly unknown[])[]

/** True during a drag on a page: the same gesture must not pull the page. */
export const isDragging = store(false)

/** Disabled with a mouse: the gesture would conflict with selecting text. */
const TOUCH = '(any-pointer: coarse)'

/** Pull to refresh: fetches the page's queries again, ends in any case, and shows the error. */
export function useRefresh(shows: Shows): { refresher: ReactNode; failure: ReactNode } {
  const client = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const dragging = useStore(isDragging)
  const touch = useMedia(TOUCH)
  const refresh = async () => {
    await Promise.all(shows.map((queryKey) => client.invalidateQueries({ queryKey })))
    const found = shows.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }))
    // Without data the page itself shows the error.
    setError(found.find(({ state }) => state.error && state.data !== undefined)?.state.error ?? null)
  }
  if (shows.length === 0) return { refresher: null, failure: null }
  return {
    refresher: (
      <IonRefresher
        slot="fixed"
        disabled={dragging || !touch}
        onIonRefresh={({ detail }) => void refresh().finally(() => detail.complete())}
      >
        <IonRefresherContent />
      </IonRefresher>
    ),
    failure: error ? <ErrorNotice error={error} onRetry={() => void refresh()} /> : null,
  }
}
