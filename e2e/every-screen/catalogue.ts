import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { acceptTerms } from '../support/newcomer.ts'
import {
  addContacts,
  beginAuthenticatorApp,
  chooseCompanySignOn,
  chooseSkills,
  chooseThanked,
  declineOne,
  pasteList,
  quoteSomebody,
} from './steps.ts'
import type { World } from './world.ts'

/** Every screen, how to open it, and an element that shows that it is complete: for the pictures, axe and the bounding boxes. */
export interface Screen {
  readonly name: string
  readonly path: (world: World) => string
  readonly ready: string
  /** Public: needs no login. */
  readonly open?: true
  /** Seen by a person whose onboarding is not finished, or by the administrator, instead of Camille. */
  readonly as?: 'newcomer' | 'administrator'
  /** Set-up; may run again. */
  readonly before?: (api: Api) => Promise<void>
  /** Interaction before the check. */
  readonly fill?: (page: Page) => Promise<void>
  /** The element that shows that it is complete is an overlay. */
  readonly over?: true
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: () => '/login', ready: '#login-email', open: true },
  { name: 'login-company', path: () => '/login', ready: '#registration-number', open: true, fill: chooseCompanySignOn },
  { name: 'login-forgotten', path: () => '/login?forgotten', ready: 'input', open: true },
  { name: 'reset-password', path: () => `/reset-password/${'x'.repeat(43)}`, ready: 'input', open: true },
  { name: 'terms', path: () => '/terms', ready: 'h2', open: true },
  { name: 'privacy', path: () => '/terms?doc=privacy', ready: 'h2', open: true },
  { name: 'home', path: () => '/home', ready: '.next-action' },
  { name: 'my-skills', path: () => '/my-skills', ready: 'label.option' },
  { name: 'request-confirmation', path: ({ requestPath }) => requestPath, ready: '.people' },
  { name: 'answer', path: () => '/answer', ready: 'ion-item' },
  { name: 'answer-declined', path: () => '/answer?list=declined', ready: 'ion-item', before: declineOne },
  { name: 'answer-one', path: ({ groupPath }) => groupPath, ready: '.rating' },
  { name: 'waiting', path: () => '/waiting', ready: '.empty' },
  { name: 'offer-feedback', path: () => '/offer-feedback', ready: 'button.option' },
  { name: 'quality-index', path: () => '/quality-index', ready: '.quality-parts' },
  { name: 'rating', path: ({ ratingPath }) => ratingPath, ready: '.rating-form' },
  { name: 'share-answer', path: ({ sharePath }) => sharePath, ready: '.answer-copy' },
  { name: 'shared-with-me', path: () => '/shared-with-me', ready: '.empty, .answer-copy' },
  { name: 'new-answers', path: () => '/new-answers', ready: '.reader' },
  { name: 'growth', path: () => '/growth', ready: '.try-card' },
  { name: 'my-manager', path: () => '/my-manager', ready: '.my-manager, ion-searchbar' },
  { name: 'answer-confirmation', path: ({ receiptPath }) => receiptPath, ready: '.answer-words' },
  { name: 'dashboard', path: () => '/dashboard', ready: '.skill-card' },
  { name: 'annual-talk', path: () => '/annual-talk', ready: '.talk-paper .sheet-table', fill: quoteSomebody },
  { name: 'skill-statistics', path: ({ skillPath }) => skillPath, ready: '.answer-card' },
  { name: 'profile', path: () => '/profile', ready: '.profile-card' },
  { name: 'award', path: () => '/award', ready: '.award-items ion-item' },
  { name: 'award-one', path: ({ awardPath }) => awardPath, ready: 'img.award-picture' },
  { name: 'award-list', path: () => '/award-list', ready: '.award-items ion-item' },
  { name: 'award-list-company', path: () => '/award-list?box=company', ready: '.award-items ion-item' },
  { name: 'award-select', path: () => '/award-select', ready: '.award-type' },
  { name: 'award-contacts', path: ({ awardTypePath }) => awardTypePath, ready: 'label.option' },
  { name: 'award-words', path: ({ awardTypePath }) => awardTypePath, ready: '#award-message', fill: chooseThanked },
  { name: 'award-confirmation', path: ({ awardDonePath }) => awardDonePath, ready: '.award-done' },
  { name: 'contacts', path: () => '/contacts', ready: '.group-list ion-item' },
  { name: 'contacts-groups', path: () => '/contacts?list=groups', ready: '.group-cards ion-item' },
  { name: 'add-contact', path: () => '/add-contact', ready: '.colleagues li' },
  { name: 'add-contact-outside', path: () => '/add-contact?by=address', ready: '#outsider-email' },
  { name: 'add-contact-list', path: () => '/add-contact?by=list', ready: '.import-problems', fill: pasteList },
  { name: 'group', path: () => '/group', ready: 'label.option' },
  { name: 'edit-profile', path: () => '/edit-profile', ready: '#profile-time_zone' },
  { name: 'security', path: () => '/security', ready: 'li .chip' },
  { name: 'security-app', path: () => '/security', ready: 'code', fill: beginAuthenticatorApp },
  { name: 'delete-account', path: () => '/delete-account', ready: '#delete-email' },
  { name: 'tour-dashboard', path: () => '/onboarding-dashboard', ready: '.driver-popover', over: true },
  { name: 'tour-badge', path: () => '/onboarding-badge', ready: '.driver-popover', over: true },
  { name: 'tour-answer', path: () => '/onboarding-answer', ready: '.driver-popover', over: true },
  { name: 'onboarding-terms', path: () => '/onboarding-terms', ready: '.scene', as: 'newcomer' },
  { name: 'onboarding-slides', path: () => '/onboarding-slides', ready: '.scene', as: 'newcomer', before: acceptTerms },
  { name: 'onboarding-skills', path: () => '/onboarding-skills', ready: 'label.option', as: 'newcomer' },
  { name: 'onboarding-self-evaluation', path: () => '/onboarding-self-evaluation', ready: '.rating', as: 'newcomer', before: chooseSkills },
  { name: 'onboarding-add-contacts', path: () => '/onboarding-add-contacts', ready: 'label.option', as: 'newcomer' },
  { name: 'onboarding-contacts', path: () => '/onboarding-contacts', ready: '.contact-editor', as: 'newcomer', before: addContacts },
  { name: 'onboarding-finished', path: () => '/onboarding-finished', ready: '.empty', as: 'newcomer' },
  { name: 'video-player', path: () => '/video-player', ready: '.transcript' },
  { name: 'recurrent-feedbacks', path: () => '/recurrent-feedbacks', ready: '.recurrence-list' },
  { name: 'recurrent-feedbacks-plan', path: () => '/recurrent-feedbacks/plan', ready: 'label.option' },
  { name: 'skills', path: () => '/skills', ready: '.my-skill-list' },
  { name: 'self-evaluation', path: () => '/self-evaluation', ready: '.self-list' },
  { name: 'self-evaluation-one', path: ({ selfPath }) => selfPath, ready: '.self-table' },
  { name: 'reset-skills', path: () => '/reset-skills', ready: 'label.option' },
  { name: 'coffee-request', path: () => '/coffee-request', ready: '.group-list ion-item' },
  { name: 'coffee-request-new', path: () => '/coffee-request?new=1', ready: 'button.option' },
  { name: 'coffee-request-one', path: ({ coffeePath }) => coffeePath, ready: '.coffee-choices' },
  { name: 'coffee', path: ({ coffeeLink }) => coffeeLink, ready: '.coffee-choices', open: true },
  { name: 'coffee-ended', path: () => `/coffee/${'x'.repeat(43)}`, ready: '.empty', open: true },
  { name: 'badge-home', path: () => '/badge-home', ready: 'article.card' },
  { name: 'badge-contacts', path: () => '/badge-contacts', ready: 'label.option' },
  { name: 'badge-publish-new', path: () => '/badge-publish-new', ready: 'label.option' },
  { name: 'badge', path: ({ badgeId }) => `/badge?id=${badgeId}`, ready: 'article.card' },
  { name: 'badge-publish-linkedin', path: ({ badgeId }) => `/badge-publish-linkedin?id=${badgeId}`, ready: '#linkedin-text' },
  {
    name: 'badge-publish-linkedin-validate',
    path: ({ badgeId }) => `/badge-publish-linkedin-validate?id=${badgeId}`,
    ready: '[href*="linkedin.com/profile"]',
  },
  { name: 'badge-page', path: ({ badgeId }) => `/badge/${badgeId}`, ready: 'h1', open: true, over: true },
  { name: 'badge-page-verified', path: ({ badgeId }) => `/badge/${badgeId}?verify`, ready: '.steps', open: true, over: true },
  { name: 'badge-page-gone', path: ({ goneBadgePath }) => goneBadgePath, ready: 'h1', open: true, over: true },
  { name: 'badge-hierarchical-list', path: () => '/badge-hierarchical-list', ready: '.member' },
  { name: 'badge-add-manager', path: () => '/badge-add-manager', ready: '#manager_email' },
  { name: 'hierarchical-list', path: ({ managerPath }) => managerPath, ready: '.board', open: true },
  { name: 'hierarchical-list-ended', path: () => `/hierarchical-list/${'x'.repeat(43)}`, ready: '.empty', open: true },
  { name: 'share-event-link', path: () => '/share-event-link', ready: 'ion-item' },
  { name: 'share-event-link-one', path: ({ eventPath }) => eventPath, ready: '.qr' },
  { name: 'share-event-link-new', path: () => '/share-event-link/new', ready: 'label.option' },
  { name: 'event', path: ({ eventLink }) => eventLink, ready: '.rating', open: true },
  { name: 'event-closed', path: ({ closedEventLink }) => closedEventLink, ready: '.empty', open: true },
  { name: 'guest-answer', path: ({ guestPath }) => guestPath, ready: '.rating', open: true },
  { name: 'guest-answer-confirmation', path: ({ guestReceipt }) => guestReceipt, ready: '.answer-words', open: true },
  { name: 'broken-link', path: () => '/event', ready: '.broken-link', open: true },
  { name: 'broken-reset-password', path: () => '/reset-password', ready: '.broken-link', open: true },
  { name: 'admin', path: () => '/admin', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-people', path: () => '/admin/people', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-import', path: () => '/admin/people/import', ready: 'table', as: 'administrator' },
  { name: 'admin-skills', path: () => '/admin/skills', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-awards', path: () => '/admin/awards', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-videos', path: () => '/admin/videos', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-policies', path: () => '/admin/policies', ready: 'form', as: 'administrator' },
  { name: 'admin-sign-in', path: () => '/admin/sign-in', ready: 'form', as: 'administrator' },
  { name: 'admin-usage', path: () => '/admin/usage', ready: 'table', as: 'administrator' },
  { name: 'admin-audit', path: () => '/admin/audit', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-learning', path: () => '/admin/learning', ready: 'form', as: 'administrator' },
  { name: 'address-ended', path: () => `/address/${'x'.repeat(43)}`, ready: '.notice', open: true },
  { name: 'guest-ended', path: () => `/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`, ready: '.empty', open: true },
]
