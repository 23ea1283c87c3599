import type { User } from '@reflet/contract/people'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../platform/address.ts'
import { fetchCode } from '../../platform/code.ts'
import { homePath, to } from '../../platform/paths.ts'
import { knownUser, useUser } from '../../platform/session.ts'
import { store, useStore } from '../../platform/store.ts'
import { isPageCovered } from '../../ui/covered.ts'
import { usePageElement } from '../../ui/page-element.ts'
import { type Flag, raiseFlag } from './flags.api.ts'

/** The targets of each tour, in order, by `data-tour`. Targets that a page does not have are skipped. */
const STOPS = {
  general: ['next_action', 'ask', 'news', 'menu'],
  dashboard: ['dashboard-empty', 'legend', 'skill', 'answers'],
  answer: ['answer-lists', 'answer-empty', 'answer-group', 'answer-form'],
  badge: ['badge-published', 'badge-earnable', 'badge-progress', 'badge-relations'],
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
  badge: { path: to('/badge-home'), flag: 'is_onboarding_badge_finished' },
}

/** Duration of a page transition. Before its end the targets still move. */
const ARRIVAL = 400

export const tourPath = (name: TourName) => AREAS[name].path

/** The requested tour that has not begun. */
const asked = store<TourName | undefined>(undefined)
export const askForTour = (name: TourName) => asked.set(name)

/** Tours begun since the app opened: each starts automatically at most once, whatever its flag. */
const begun = new Set<TourName>()

const isFirstVisit = (name: TourName, user: User | undefined) =>
  user?.is_onboarding_finished === true && !user[AREAS[name].flag] && !begun.has(name)

const USES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Calls `used` at the first press, key or scroll; returns the function that stops waiting. */
function atFirstUse(used: () => void): () => void {
  const end = () => {
    for (const kind of USES) document.removeEventListener(kind, use, true)
  }
  const use = () => {
    end()
    used()
  }
  for (const kind of USES) document.addEventListener(kind, use, { capture: true, passive: true })
  return end
}

/**
 * Shows the tour after the transition, or on the first visit of its area only the first target that is there; returns the function that ends
 * it. The step of a first visit does not cover a page that is already in use, or a dialog: then it waits for the next start of the app, like a tour
 * whose code cannot be fetched.
 */
function begin(name: TourName, isWhole: boolean, t: TFunction, page: HTMLElement | null, onEnd: () => void): () => void {
  let left = false
  let close: (() => void) | undefined
  const seen = () => {
    if (knownUser()?.[AREAS[name].flag] === false) void raiseFlag(AREAS[name].flag)
    onEnd()
  }
  let timer = 0
  const drop = () => {
    window.clearTimeout(timer)
    left = true
    onEnd()
  }
  const stopWaiting = isWhole ? undefined : atFirstUse(drop)
  timer = window.setTimeout(function start() {
    if (!isWhole && isPageCovered()) {
      stopWaiting?.()
      return drop()
    }
    // On a slow device its content, or Ionic's transition, takes longer.
    if (page?.closest('.ion-page-invisible') || page?.querySelector('[aria-busy="true"]')) {
      timer = window.setTimeout(start, ARRIVAL)
      return
    }
    fetchCode(() => import('./tour-guide.ts')).then(({ guide }) => {
      stopWaiting?.()
      if (!left && !isWhole && isPageCovered()) drop()
      if (!left) close = guide(STOPS[name], isWhole ? undefined : 1, t, { seen, absent: onEnd })
    }, onEnd)
  }, ARRIVAL)
  return () => {
    left = true
    stopWaiting?.()
    window.clearTimeout(timer)
    close?.()
  }
}

/** The tour of this page, once the page's content is `ready`: all of it when it was requested, one step on the first visit. */
export function useTour(name: TourName, ready: boolean) {
  const { t } = useTranslation()
  const page = usePageElement()
  const here = useAddress(({ pathname }) => pathname === tourPath(name))
  const wanted = useStore(asked) === name
  const first = isFirstVisit(name, useUser())
  const due = here && ready && (wanted || first)
  const [running, setRunning] = useState<'whole' | 'first'>()
  const isInUse = useRef(false)

  // The page may be used before its data have arrived.
  useEffect(() => {
    isInUse.current = false
    return here ? atFirstUse(() => (isInUse.current = true)) : undefined
  }, [here])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is cleared here
  useEffect(() => {
    if (!due) return
    begun.add(name)
    asked.set(undefined)
    if (wanted || !isInUse.current) setRunning(wanted ? 'whole' : 'first')
  }, [due, name])

  useEffect(() => {
    if (!here) setRunning(undefined)
  }, [here])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tour keeps the texts that it began with
  useEffect(() => (running ? begin(name, running === 'whole', t, page.current, () => setRunning(undefined)) : undefined), [running, name])
}
