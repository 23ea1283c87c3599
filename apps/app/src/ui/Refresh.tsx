import { IonRefresher, IonRefresherContent } from '@ionic/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMedia } from '../platform/media.ts'
import { store, useStore } from '../platform/store.ts'
import { ErrorNotice } from './ErrorNotice.tsx'

/**
 * What a page shows of the server: its queries' keys, or the beginnings of them. Every page says it (an empty list: nothing), so that
 * no page is left without pull to refresh by accident.
 */
export type Shows = readonly (readonly unknown[])[]

/** True while something is dragged on a page: the same movement must not pull the page. */
export const isDragging = store(false)

/** With a mouse the gesture would begin where text is selected. */
const TOUCH = '(any-pointer: coarse)'

/** Pull to refresh: reads what the page shows again, ends whatever comes of it, and shows why it failed. */
export function useRefresh(shows: Shows): { refresher: ReactNode; failure: ReactNode } {
  const client = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const dragging = useStore(isDragging)
  const touch = useMedia(TOUCH)
  const refresh = async () => {
    await Promise.all(shows.map((queryKey) => client.invalidateQueries({ queryKey })))
    const found = shows.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }))
    // Without data the page itself says why.
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
