import { MINUTE_MS } from '@reflet/contract/durations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
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

/** The browser's events. */
const NETWORK = ['online', 'offline']
/** How often the age is computed anew while it is shown. */
const RENEW_MS = MINUTE_MS / 2

/**
 * Offline, as soon as the browser knows it or a query of the page has failed once for want of a connection: how old the oldest data are that the
 * page would fetch again, empty within a minute; else null. That the browser is online does not mean that the server can be reached.
 */
function useOffline(shows: Shows): string | null {
  const { t } = useTranslation()
  const cache = useQueryClient().getQueryCache()
  const [, renew] = useReducer((count: number) => count + 1, 0)
  const age = useSyncExternalStore(
    (listener) => {
      const end = cache.subscribe(listener)
      for (const name of NETWORK) window.addEventListener(name, listener)
      return () => {
        end()
        for (const name of NETWORK) window.removeEventListener(name, listener)
      }
    },
    () => {
      const shown = shows.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' }))
      if (navigator.onLine && !shown.some(({ state }) => isOffline(state.fetchFailureReason ?? state.error))) return null
      const now = Date.now()
      const times = shown.filter((query) => query.state.dataUpdatedAt > 0 && query.isStale()).map(({ state }) => state.dataUpdatedAt)
      const oldest = Math.min(now, ...times)
      return now - oldest < MINUTE_MS ? '' : t('offline.as_of', { when: relativeTime(oldest, now) })
    },
  )
  useEffect(() => {
    if (age === null) return
    const timer = window.setInterval(renew, RENEW_MS)
    return () => window.clearInterval(timer)
  }, [age])
  return age
}

/** Under the title, only when there is something to say: that the person is offline, what waits to be sent, and a newer version. */
export function ConnectionLine({ shows }: { shows: Shows }) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  const queue = useStore(outbox)
  const { pathname } = useLocation()
  const age = useOffline(shows)
  const newer = useStore(newVersion)
  // A guest may be a person who is logged out: nothing of theirs is shown. The page of what waits lists it.
  const items = loggedIn && pathname !== to('/waiting') ? queue : []
  const version = loggedIn ? newer : null
  const isEmpty = age === null && items.length === 0 && !version
  const refused = items.filter(({ problem }) => problem !== null).length
  const waiting = items.length - refused
  const numbers = (count: number) => ({ count, n: formatNumber(count) })
  // A region that is there before its text is announced; the age is not, each time that it changes.
  return (
    <div className={isEmpty ? undefined : styles.line} data-testid={isEmpty ? undefined : 'connection-line'}>
      <span>
        <span aria-live="polite">
          {[age === null ? '' : t('offline.now'), version ? t('version.ready') : ''].filter(Boolean).join(' ')}
        </span>
        {age ? ` ${age}` : null}
      </span>
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
