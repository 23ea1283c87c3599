import type { User } from '@reflet/contract/people'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { fetchCode } from '../platform/code.ts'
import type { Flag } from '../platform/flags.ts'
import { homePath, to } from '../platform/runtime.ts'
import { knownUser, raiseFlag, useUser } from '../platform/session.ts'
import { store, useStore } from '../platform/store.ts'

/** What each tour points at, in this order, by `data-tour`. What a page does not hold is left out. */
const STOPS = {
  general: ['next_action', 'ask', 'news', 'menu'],
  dashboard: ['dashboard-empty', 'legend', 'skill', 'answers'],
  answer: ['answer-lists', 'answer-empty', 'answer-group', 'answer-form'],
  badge: ['badge-lists', 'badge-manager', 'badge-save'],
} as const
export type TourName = keyof typeof STOPS
export type Stop = (typeof STOPS)[TourName][number]

interface Area {
  path: string
  /** True once its tour has been seen or skipped. */
  flag: Flag
}

const AREAS: Readonly<Record<TourName, Area>> = {
  general: { path: homePath, flag: 'is_onboarding_finished' },
  dashboard: { path: to('/dashboard'), flag: 'is_onboarding_dashboard_finished' },
  answer: { path: to('/answer'), flag: 'is_onboarding_answer_finished' },
  badge: { path: to('/badge-hierarchical-list'), flag: 'is_onboarding_badge_finished' },
}

/** How long a page takes to arrive. Before that its parts move away under the light. */
const ARRIVAL = 400

export const tourPath = (name: TourName) => AREAS[name].path

/** The tour that was asked for and has not begun. */
const asked = store<TourName | undefined>(undefined)
export const askForTour = (name: TourName) => asked.set(name)

/** Begun since the app opened: whatever becomes of the flag, a first visit comes once. */
const begun = new Set<TourName>()

const isFirstVisit = (name: TourName, user: User | undefined) =>
  user?.is_onboarding_finished === true && !user[AREAS[name].flag] && !begun.has(name)

/** Shows the tour after the page has arrived; returns what ends it. A guide that cannot be fetched is left for another start. */
function begin(name: TourName, t: TFunction, onEnd: () => void): () => void {
  let left = false
  let close: (() => void) | undefined
  const seen = () => {
    if (knownUser()?.[AREAS[name].flag] === false) void raiseFlag(AREAS[name].flag)
    onEnd()
  }
  const timer = window.setTimeout(() => {
    fetchCode(() => import('./tourGuide.ts')).then(({ guide }) => {
      if (!left) close = guide(STOPS[name], t, { seen, absent: onEnd })
    }, onEnd)
  }, ARRIVAL)
  return () => {
    left = true
    window.clearTimeout(timer)
    close?.()
  }
}

/** The tour of this page: begins when it was asked for, and on the first visit, once the page's content is `ready`. */
export function useTour(name: TourName, ready: boolean) {
  const { t } = useTranslation()
  const here = useLocation().pathname === tourPath(name)
  const wanted = useStore(asked) === name
  const first = isFirstVisit(name, useUser())
  const due = here && ready && (wanted || first)
  const [running, setRunning] = useState(false)

  useEffect(() => {
    if (!due) return
    begun.add(name)
    asked.set(undefined)
    setRunning(true)
  }, [due, name])

  useEffect(() => {
    if (!here) setRunning(false)
  }, [here])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tour keeps the words that it began with
  useEffect(() => (running ? begin(name, t, () => setRunning(false)) : undefined), [running, name])
}
