import type { UserRecord } from '@reflet/contract/people'
import { chatbubblesOutline, createOutline, homeOutline, personOutline, statsChartOutline } from 'ionicons/icons'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router-dom'
import { fetchCode } from './platform/code.ts'
import { to } from './platform/runtime.ts'

type Loader = () => Promise<{ default: ComponentType }>

interface InMenu {
  label: 'menu.home' | 'menu.ask' | 'menu.answer' | 'menu.dashboard' | 'menu.profile'
  icon: string
  /** The count beside the label; shown when it is not zero. */
  badge?: (record: UserRecord) => number
}

interface Entry {
  path: string
  load: Loader
  inMenu?: InMenu
  /** Works without being logged in; stands outside the native tabs (runtime.ts knows these paths too). */
  public?: true
  /** A step of the onboarding: stands outside the native tabs too. */
  alone?: true
}

const entries: readonly Entry[] = [
  { path: '/login', load: () => import('./features/session/LoginPage.tsx'), public: true },
  { path: '/reset-password', load: () => import('./features/session/ResetPasswordPage.tsx'), public: true },
  { path: '/reset-password/:token', load: () => import('./features/session/ResetPasswordPage.tsx'), public: true },
  {
    path: '/home',
    load: () => import('./features/home/HomePage.tsx'),
    inMenu: { label: 'menu.home', icon: homeOutline },
  },
  {
    path: '/my-skills',
    load: () => import('./features/feedback/requests/MySkillsPage.tsx'),
    inMenu: { label: 'menu.ask', icon: chatbubblesOutline },
  },
  { path: '/recurrent-feedbacks', load: () => import('./features/feedback/recurrences/RecurrentFeedbacksPage.tsx') },
  { path: '/recurrent-feedbacks/plan', load: () => import('./features/feedback/recurrences/RecurrencePlanPage.tsx') },
  { path: '/recurrent-feedbacks/plan/:id', load: () => import('./features/feedback/recurrences/RecurrencePlanPage.tsx') },
  { path: '/share-event-link', load: () => import('./features/feedback/events/ShareEventPage.tsx') },
  { path: '/share-event-link/new', load: () => import('./features/feedback/events/NewEventPage.tsx') },
  { path: '/event/:token', load: () => import('./features/feedback/events/EventPage.tsx'), public: true },
  { path: '/request-confirmation', load: () => import('./features/feedback/requests/RequestConfirmationPage.tsx') },
  { path: '/request-confirmation/:id', load: () => import('./features/feedback/requests/RequestConfirmationPage.tsx') },
  {
    path: '/answer',
    load: () => import('./features/feedback/answers/AnswerPage.tsx'),
    inMenu: { label: 'menu.answer', icon: createOutline, badge: ({ feedbacks }) => feedbacks.received.total },
  },
  { path: '/answer-confirmation', load: () => import('./features/feedback/answers/AnswerConfirmationPage.tsx') },
  { path: '/answer-confirmation/:id', load: () => import('./features/feedback/answers/AnswerConfirmationPage.tsx') },
  { path: '/offer-feedback', load: () => import('./features/feedback/offers/OfferPage.tsx') },
  { path: '/quality-index', load: () => import('./features/quality/QualityIndexPage.tsx') },
  {
    path: '/dashboard',
    load: () => import('./features/statistics/DashboardPage.tsx'),
    inMenu: { label: 'menu.dashboard', icon: statsChartOutline, badge: ({ feedbacks }) => feedbacks.unread_answers },
  },
  { path: '/skill-statistics', load: () => import('./features/statistics/SkillStatisticsPage.tsx') },
  { path: '/skill-statistics/:skillId', load: () => import('./features/statistics/SkillStatisticsPage.tsx') },
  { path: '/annual-talk', load: () => import('./features/statistics/AnnualTalkPage.tsx') },
  { path: '/rating', load: () => import('./features/feedback/received/RatingPage.tsx') },
  { path: '/share-answer', load: () => import('./features/manager/ShareAnswerPage.tsx') },
  { path: '/shared-with-me', load: () => import('./features/manager/SharedWithMePage.tsx') },
  { path: '/my-manager', load: () => import('./features/manager/MyManagerPage.tsx') },
  {
    path: '/profile',
    load: () => import('./features/people/ProfilePage.tsx'),
    inMenu: { label: 'menu.profile', icon: personOutline },
  },
  { path: '/edit-profile', load: () => import('./features/people/EditProfilePage.tsx') },
  { path: '/delete-account', load: () => import('./features/people/DeleteAccountPage.tsx') },
  { path: '/guest-answer/:token/:feedbackId', load: () => import('./features/feedback/guests/GuestAnswerPage.tsx'), public: true },
  {
    path: '/guest-answer-confirmation/:token/:feedbackId',
    load: () => import('./features/feedback/guests/GuestAnswerConfirmationPage.tsx'),
    public: true,
  },
  { path: '/terms', load: () => import('./features/legal/TermsPage.tsx'), public: true },
  { path: '/contacts', load: () => import('./features/contacts/ContactsPage.tsx') },
  { path: '/add-contact', load: () => import('./features/contacts/AddContactPage.tsx') },
  { path: '/group', load: () => import('./features/contacts/GroupPage.tsx') },
  { path: '/group/:id', load: () => import('./features/contacts/GroupPage.tsx') },
  { path: '/skills', load: () => import('./features/skills/SkillsPage.tsx') },
  { path: '/video-player', load: () => import('./features/videos/VideoPlayerPage.tsx') },
  { path: '/self-evaluation', load: () => import('./features/skills/SelfEvaluationPage.tsx') },
  { path: '/reset-skills', load: () => import('./features/skills/ResetSkillsPage.tsx') },
  { path: '/award', load: () => import('./features/awards/AwardPage.tsx') },
  { path: '/award-list', load: () => import('./features/awards/AwardListPage.tsx') },
  { path: '/award-select', load: () => import('./features/awards/AwardSelectPage.tsx') },
  { path: '/award-contacts', load: () => import('./features/awards/AwardContactsPage.tsx') },
  { path: '/award-confirmation', load: () => import('./features/awards/AwardConfirmationPage.tsx') },
  { path: '/coffee-request', load: () => import('./features/coffee/CoffeePage.tsx') },
  { path: '/coffee/:token', load: () => import('./features/coffee/CoffeeLinkPage.tsx'), public: true },
  { path: '/badge-hierarchical-list', load: () => import('./features/hierarchy/HierarchyPage.tsx') },
  { path: '/badge-add-manager', load: () => import('./features/hierarchy/AddManagerPage.tsx') },
  { path: '/hierarchical-list/:token', load: () => import('./features/hierarchy/ManagerPage.tsx'), public: true },
  ...['/guest-answer', '/guest-answer-confirmation', '/event', '/coffee', '/hierarchical-list'].map(
    (path): Entry => ({
      path: `${path}/*`,
      load: () => import('./features/links/BrokenLinkPage.tsx'),
      public: true,
    }),
  ),
  { path: '/onboarding-terms', load: () => import('./features/onboarding/TermsPage.tsx'), alone: true },
  { path: '/onboarding-slides', load: () => import('./features/onboarding/SlidesPage.tsx'), alone: true },
  { path: '/onboarding-skills', load: () => import('./features/onboarding/SkillsPage.tsx'), alone: true },
  { path: '/onboarding-self-evaluation', load: () => import('./features/onboarding/SelfEvaluationPage.tsx'), alone: true },
  { path: '/onboarding-add-contacts', load: () => import('./features/onboarding/AddContactsPage.tsx'), alone: true },
  { path: '/onboarding-contacts', load: () => import('./features/onboarding/ContactsPage.tsx'), alone: true },
  { path: '/onboarding-finished', load: () => import('./features/onboarding/FinishedPage.tsx'), alone: true },
  { path: '/onboarding-blank', load: () => import('./features/onboarding/BlankPage.tsx'), alone: true },
  { path: '/onboarding-dashboard', load: () => import('./features/onboarding/TourPage.tsx') },
  { path: '/onboarding-answer', load: () => import('./features/onboarding/TourPage.tsx') },
  { path: '/onboarding-badge', load: () => import('./features/onboarding/TourPage.tsx') },
]

/** The one route table: the browser shows all of it flat, native puts what is not public under `/tabs`. */
export const routes = entries.map((entry) => {
  const load = () => fetchCode(entry.load)
  return { ...entry, load, Page: lazy(load) }
})
export type AppRoute = (typeof routes)[number]

export interface MenuItem extends InMenu {
  path: string
}
export const menu: readonly MenuItem[] = routes.flatMap(({ path, inMenu }) => (inMenu ? [{ path, ...inMenu }] : []))

/** Fetches one screen's code ahead of its turn. */
export const preloadRoute = (pathname: string) =>
  void routes
    .find(({ path }) => matchPath(to(path), pathname))
    ?.load()
    .catch(() => undefined)

let preloaded = false

/** After the first navigation every other screen is fetched while nothing else happens. */
export function preloadRoutes() {
  if (preloaded) return
  preloaded = true
  const idle = window.requestIdleCallback ?? ((task: () => void) => window.setTimeout(task, 200))
  const [...waiting] = routes
  const next = () => {
    const route = waiting.shift()
    // A fetch that fails now is tried again when the screen is opened.
    if (route)
      route.load().then(
        () => idle(next),
        () => undefined,
      )
  }
  idle(next)
}
