import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router-dom'
import { fetchCode, fetchCodeLater } from './platform/code.ts'
import { to } from './platform/paths.ts'

type Loader = () => Promise<{ default: ComponentType }>

interface Entry {
  path: string
  load: Loader
}

const entries: readonly Entry[] = [
  { path: '/login', load: () => import('./features/session/LoginPage.tsx') },
  { path: '/reset-password', load: () => import('./features/session/ResetPasswordPage.tsx') },
  { path: '/reset-password/:token', load: () => import('./features/session/ResetPasswordPage.tsx') },
  { path: '/update', load: () => import('./features/session/UpdatePage.tsx') },
  // Compared in place: the web app has neither the page nor its code.
  ...(import.meta.env.MODE === 'native' ? [{ path: '/server', load: () => import('./features/session/ServerPage.tsx') }] : []),
  { path: '/home', load: () => import('./features/home/HomePage.tsx') },
  { path: '/my-skills', load: () => import('./features/feedback/requests/MySkillsPage.tsx') },
  { path: '/recurrent-feedbacks', load: () => import('./features/feedback/recurrences/RecurrentFeedbacksPage.tsx') },
  { path: '/recurrent-feedbacks/plan', load: () => import('./features/feedback/recurrences/RecurrencePlanPage.tsx') },
  { path: '/recurrent-feedbacks/plan/:id', load: () => import('./features/feedback/recurrences/RecurrencePlanPage.tsx') },
  { path: '/share-event-link', load: () => import('./features/feedback/events/ShareEventPage.tsx') },
  { path: '/share-event-link/new', load: () => import('./features/feedback/events/NewEventPage.tsx') },
  { path: '/event/:token', load: () => import('./features/feedback/events/EventPage.tsx') },
  { path: '/request-confirmation', load: () => import('./features/feedback/requests/RequestConfirmationPage.tsx') },
  { path: '/request-confirmation/:id', load: () => import('./features/feedback/requests/RequestConfirmationPage.tsx') },
  { path: '/waiting', load: () => import('./features/outbox/WaitingPage.tsx') },
  { path: '/answer', load: () => import('./features/feedback/answers/AnswerPage.tsx') },
  { path: '/answer-confirmation', load: () => import('./features/feedback/answers/AnswerConfirmationPage.tsx') },
  { path: '/answer-confirmation/:id', load: () => import('./features/feedback/answers/AnswerConfirmationPage.tsx') },
  { path: '/offer-feedback', load: () => import('./features/feedback/offers/OfferPage.tsx') },
  { path: '/quality-index', load: () => import('./features/quality/QualityIndexPage.tsx') },
  { path: '/dashboard', load: () => import('./features/dashboard/DashboardPage.tsx') },
  { path: '/new-answers', load: () => import('./features/dashboard/NewAnswersPage.tsx') },
  { path: '/skill-statistics', load: () => import('./features/dashboard/SkillStatisticsPage.tsx') },
  { path: '/skill-statistics/:skillId', load: () => import('./features/dashboard/SkillStatisticsPage.tsx') },
  { path: '/annual-talk', load: () => import('./features/dashboard/AnnualTalkPage.tsx') },
  { path: '/growth', load: () => import('./features/growth/GrowthPage.tsx') },
  { path: '/rating', load: () => import('./features/feedback/received-answers/RatingPage.tsx') },
  { path: '/share-answer', load: () => import('./features/sharing/ShareAnswerPage.tsx') },
  { path: '/shared-with-me', load: () => import('./features/sharing/SharedWithMePage.tsx') },
  { path: '/my-team', load: () => import('./features/sharing/SharedWithMePage.tsx') },
  { path: '/my-manager', load: () => import('./features/sharing/MyManagerPage.tsx') },
  { path: '/profile', load: () => import('./features/people/ProfilePage.tsx') },
  { path: '/edit-profile', load: () => import('./features/people/EditProfilePage.tsx') },
  { path: '/security', load: () => import('./features/security/SecurityPage.tsx') },
  { path: '/delete-account', load: () => import('./features/people/DeleteAccountPage.tsx') },
  { path: '/guest-answer/:token/:feedbackId', load: () => import('./features/feedback/guests/GuestAnswerPage.tsx') },
  {
    path: '/guest-answer-confirmation/:token/:feedbackId',
    load: () => import('./features/feedback/guests/GuestAnswerConfirmationPage.tsx'),
  },
  { path: '/terms', load: () => import('./features/legal/TermsPage.tsx') },
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
  { path: '/coffee/:token', load: () => import('./features/coffee/CoffeeLinkPage.tsx') },
  ...(
    [
      '/badge',
      '/badge-home',
      '/badge-contacts',
      '/badge-publish-new',
      '/badge-publish-linkedin',
      '/badge-publish-linkedin-validate',
    ] as const
  ).map((path): Entry => ({ path, load: () => import('./features/badges/pages.ts').then(({ pages }) => ({ default: pages[path] })) })),
  { path: '/badge-hierarchical-list', load: () => import('./features/hierarchy/HierarchyPage.tsx') },
  { path: '/badge-add-manager', load: () => import('./features/hierarchy/AddManagerPage.tsx') },
  { path: '/hierarchical-list/:token', load: () => import('./features/hierarchy/ManagerPage.tsx') },
  ...['/guest-answer', '/guest-answer-confirmation', '/event', '/coffee', '/hierarchical-list'].map(
    (path): Entry => ({
      path: `${path}/*`,
      load: () => import('./features/links/BrokenLinkPage.tsx'),
    }),
  ),
  { path: '/admin/:area?/:part?', load: () => import('./features/admin/AdminPage.tsx') },
  { path: '/address/:token', load: () => import('./features/admin/AddressPage.tsx') },
  { path: '/onboarding-terms', load: () => import('./features/onboarding/TermsPage.tsx') },
  { path: '/onboarding-slides', load: () => import('./features/onboarding/SlidesPage.tsx') },
  { path: '/onboarding-skills', load: () => import('./features/onboarding/SkillsPage.tsx') },
  { path: '/onboarding-self-evaluation', load: () => import('./features/onboarding/SelfEvaluationPage.tsx') },
  { path: '/onboarding-add-contacts', load: () => import('./features/onboarding/AddContactsPage.tsx') },
  { path: '/onboarding-contacts', load: () => import('./features/onboarding/ContactsPage.tsx') },
  { path: '/onboarding-finished', load: () => import('./features/onboarding/FinishedPage.tsx') },
  { path: '/onboarding-blank', load: () => import('./features/onboarding/BlankPage.tsx') },
  { path: '/onboarding-dashboard', load: () => import('./features/onboarding/TourPage.tsx') },
  { path: '/onboarding-answer', load: () => import('./features/onboarding/TourPage.tsx') },
  { path: '/onboarding-badge', load: () => import('./features/onboarding/TourPage.tsx') },
]

/** The only route table: flat in the browser, non-public routes under `/tabs` on native. */
export const routes = entries.map((entry) => {
  const load = () => fetchCode(entry.load)
  return { ...entry, load, loadLater: () => fetchCodeLater(entry.load), Page: lazy(load) }
})
export type AppRoute = (typeof routes)[number]

/** Prefetches one screen's code. */
export const preloadRoute = (pathname: string) =>
  void routes
    .find(({ path }) => matchPath(to(path), pathname))
    ?.load()
    .catch(() => undefined)
