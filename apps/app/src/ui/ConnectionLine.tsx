import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useLoggedIn } from '../platform/current-user.ts'
import { isOffline } from '../platform/errors.ts'
import { formatNumber, relativeTime } from '../platform/locale.ts'
import { newVersion } from '../platform/new-version.ts'
import { outbox } from '../platform/outbox.ts'
import { to } from '../platform/paths.ts'
import { useStore } from '../platform/store.ts'
import styles from './ConnectionLine.module.css'
import type { Shows } from './Refresh.tsx'

/** When the oldest of what a page shows was fetched, if it could not be fetched again for want of a connection; else 0. */
function useAge(shows: Shows): number {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = shows.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' }))
      const times = shown.filter(({ state }) => isOffline(state.error) && state.dataUpdatedAt > 0).map(({ state }) => state.dataUpdatedAt)
      return times.length > 0 ? Math.min(...times) : 0
    },
  )
}

/** Under the title, only when there is something to say: the age of what is shown offline, what waits to be sent, and a newer version. */
export function ConnectionLine({ shows }: { shows: Shows }) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  const queue = useStore(outbox)
  const { pathname } = useLocation()
  const age = useAge(shows)
  const version = useStore(newVersion)
  if (!loggedIn) return null
  // Its page lists them.
  const items = pathname === to('/waiting') ? [] : queue
  const isEmpty = age === 0 && items.length === 0 && !version
  const refused = items.filter(({ problem }) => problem !== null).length
  const waiting = items.length - refused
  const numbers = (count: number) => ({ count, n: formatNumber(count) })
  const seen = age > 0 ? t('offline.as_of', { when: relativeTime(Math.min(age, Date.now())) }) : ''
  // A region that is there before its text is announced.
  return (
    <div className={isEmpty ? undefined : styles.line} data-testid={isEmpty ? undefined : 'connection-line'}>
      <span aria-live="polite">{[seen, version ? t('version.ready') : ''].filter(Boolean).join(' ')}</span>
      {items.length > 0 ? (
        <Link className="plain-button" to={to('/waiting')}>
          {waiting > 0 ? t('outbox.link', numbers(waiting)) : t('outbox.link_refused', numbers(refused))}
        </Link>
      ) : null}
      {version ? (
        <button type="button" className="plain-button" onClick={version.open}>
          {t('version.open')}
        </button>
      ) : null}
    </div>
  )
}
