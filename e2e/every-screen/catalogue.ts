import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { acceptTerms, finishOnboarding } from '../support/newcomer.ts'
import { testId } from '../support/screen.ts'
import { openSession } from '../support/session.ts'
import { signIn } from './states/admin.ts'
import { answerOne, coffeeLink, declinedAnswers, event, guestAnswer, guestDeclines, guestStops } from './states/answering.ts'
import { ask, askOnOnePage, offer, recurrencePlan } from './states/asking.ts'
import { notShown, offline, panels } from './states/navigating.ts'
import { contacts, device, editProfile, lists } from './states/people.ts'
import { coffeeOne, growth, myManager, newCoffee, ownCoffee, rating, reader, sharedWithMe } from './states/receiving.ts'
import { companySignOn, login, onboardingSkills, onboardingTerms, security } from './states/signing-in.ts'
import type { States } from './states/state.ts'
import { addContacts, chooseCompanySignOn, chooseSkills, chooseThanked, declineOne, pasteList, quoteSomebody } from './steps.ts'
import type { World } from './world.ts'

/** Every screen, how to open it, and an element that shows that it is complete: for the pictures, axe and the bounding boxes. */
export interface Screen {
  readonly name: string
  /** Its name where there is none. */
  readonly path?: (world: World) => string
  readonly ready: string
  /** Public: needs no login. */
  readonly open?: true
  /** Seen by a person whose onboarding is not finished, or by the administrator, instead of Camille. */
  readonly as?: 'newcomer' | 'administrator'
  /** Set-up; may run again. */
  readonly before?: (api: Api, page?: Page) => Promise<unknown>
  /** Interaction before the check. */
  readonly fill?: (page: Page) => Promise<void>
  /** The element that shows that it is complete is an overlay. */
  readonly over?: true
  /** It has an error to show. */
  readonly error?: true
  /** The window, where it is not a phone's. */
  readonly size?: { readonly width: number; readonly height: number }
  /** What a person reaches from it, one after the other, on the same page. */
  readonly states?: States
}

/** Beside the menu. */
const WIDE = { width: 1280, height: 800 }
const TALL = { width: 390, height: 1600 }

/** Where Camille asks, answers, reads and thanks. Two of one route do not follow each other: then nothing is loaded again between them. */
const DAILY: readonly Screen[] = [
  { name: 'home', ready: testId('next-action'), states: offline },
  { name: 'my-skills', ready: 'label.option', states: ask },
  { name: 'request-confirmation', path: ({ requestPath }) => requestPath, ready: '.people' },
  { name: 'answer', ready: 'ion-item' },
  { name: 'offer-feedback', ready: 'button.option', states: offer },
  { name: 'answer-one', path: ({ groupPath }) => groupPath, ready: testId('rating'), states: answerOne },
  { name: 'waiting', ready: '.empty' },
  { name: 'rating', path: ({ ratingPath }) => ratingPath, ready: testId('rating-form'), states: rating },
  { name: 'share-answer', path: ({ sharePath }) => sharePath, ready: testId('answer-copy') },
  { name: 'quality-index', ready: testId('quality-parts'), states: notShown },
  { name: 'new-answers', ready: testId('reader'), states: reader },
  { name: 'growth', ready: testId('try-card'), states: growth },
  { name: 'shared-with-me', ready: `.empty, ${testId('answer-copy')}`, states: sharedWithMe },
  // It has nothing to focus: a window in which it scrolled would be reported.
  { name: 'share-answer-with-a-note', path: ({ sharedPath }) => sharedPath, ready: testId('answer-copy'), size: TALL },
  { name: 'answer-declined', path: () => '/answer?list=declined', ready: 'ion-item', before: declineOne, states: declinedAnswers },
  { name: 'my-manager', ready: `${testId('my-manager')}, ion-searchbar`, states: myManager },
  { name: 'dashboard', ready: testId('skill-card') },
  { name: 'annual-talk', ready: `${testId('talk-paper')} table`, fill: quoteSomebody },
  { name: 'skill-statistics', path: ({ skillPath }) => skillPath, ready: testId('answer-card') },
  { name: 'answer-confirmation', path: ({ receiptPath }) => receiptPath, ready: '.answer-words' },
  { name: 'recurrent-feedbacks', ready: testId('recurrence-list') },
  { name: 'request-confirmation-cancelled', path: ({ cancelledPath }) => cancelledPath, ready: '.people' },
  { name: 'recurrent-feedbacks-plan', path: () => '/recurrent-feedbacks/plan', ready: 'label.option', states: recurrencePlan },
  { name: 'answer-confirmation-offered', path: ({ offeredPath }) => offeredPath, ready: '.answer-words' },
  { name: 'coffee-request', ready: '.group-list ion-item' },
  { name: 'share-event-link', ready: 'ion-item' },
  { name: 'coffee-request-new', path: () => '/coffee-request?new=1', ready: 'button.option', states: newCoffee },
  { name: 'share-event-link-one', path: ({ eventPath }) => eventPath, ready: testId('qr') },
  { name: 'coffee-request-mine', path: ({ ownCoffeePath }) => ownCoffeePath, ready: 'article.card', states: ownCoffee },
  { name: 'coffee-request-one', path: ({ coffeePath }) => coffeePath, ready: testId('coffee-choices'), states: coffeeOne },
  { name: 'share-event-link-new', path: () => '/share-event-link/new', ready: 'label.option' },
  { name: 'award', ready: `${testId('award-items')} ion-item` },
  { name: 'award-list', ready: `${testId('award-items')} ion-item` },
  { name: 'award-one', path: ({ awardPath }) => awardPath, ready: `img${testId('award-picture')}` },
  { name: 'award-contacts', path: ({ awardTypePath }) => awardTypePath, ready: 'label.option' },
  { name: 'award-select', ready: testId('award-type') },
  { name: 'award-list-company', path: () => '/award-list?box=company', ready: `${testId('award-items')} ion-item` },
  { name: 'award-confirmation', path: ({ awardDonePath }) => awardDonePath, ready: testId('award-done') },
  { name: 'award-words', path: ({ awardTypePath }) => awardTypePath, ready: '#award-message', fill: chooseThanked },
  { name: 'contacts', ready: '.group-list ion-item', states: contacts },
  { name: 'add-contact', ready: `${testId('colleagues')} li` },
  { name: 'contacts-groups', path: () => '/contacts?list=groups', ready: `${testId('group-cards')} ion-item` },
  { name: 'skills', ready: testId('my-skill-list') },
  { name: 'add-contact-outside', path: () => '/add-contact?by=address', ready: '#outsider-email' },
  { name: 'self-evaluation', ready: testId('self-list') },
  { name: 'group', ready: 'label.option' },
  { name: 'add-contact-list', path: () => '/add-contact?by=list', ready: testId('import-problems'), fill: pasteList },
  { name: 'reset-skills', ready: 'label.option' },
  { name: 'self-evaluation-one', path: ({ selfPath }) => selfPath, ready: testId('self-table') },
  { name: 'home-wide', path: () => '/home', ready: testId('next-action'), size: WIDE, states: panels },
  { name: 'my-skills-wide', path: () => '/my-skills', ready: 'label.option', size: WIDE, states: askOnOnePage },
]

/** Public pages, the onboarding, the administration, and what Camille sets. */
const OTHERS: readonly Screen[] = [
  { name: 'login', ready: '#login-email', open: true, states: login },
  { name: 'terms', ready: 'h2', open: true },
  {
    name: 'login-company',
    path: () => '/login',
    ready: '#registration-number',
    open: true,
    fill: chooseCompanySignOn,
    states: companySignOn,
  },
  { name: 'update', ready: 'h1', open: true },
  { name: 'login-forgotten', path: () => '/login?forgotten', ready: 'input', open: true },
  { name: 'reset-password', path: () => `/reset-password/${'x'.repeat(43)}`, ready: 'input', open: true },
  { name: 'privacy', path: () => '/terms?doc=privacy', ready: 'h2', open: true },
  { name: 'coffee', path: ({ coffeeLink }) => coffeeLink, ready: testId('coffee-choices'), open: true, states: coffeeLink },
  { name: 'event', path: ({ eventLink }) => eventLink, ready: testId('rating'), open: true, states: event },
  { name: 'guest-answer', path: ({ guestPath }) => guestPath, ready: testId('rating'), open: true },
  { name: 'hierarchical-list', path: ({ managerPath }) => managerPath, ready: testId('board'), open: true },
  { name: 'guest-answer-of-two', path: ({ guestPaths }) => guestPaths[0], ready: testId('rating'), open: true, states: guestAnswer },
  { name: 'event-closed', path: ({ closedEventLink }) => closedEventLink, ready: '.empty', open: true },
  { name: 'guest-declines', path: ({ guestPaths }) => guestPaths[1], ready: testId('rating'), open: true, states: guestDeclines },
  { name: 'coffee-ended', path: () => `/coffee/${'x'.repeat(43)}`, ready: '.empty', open: true },
  { name: 'guest-stops', path: ({ stopPath }) => stopPath, ready: 'h2', open: true, states: guestStops },
  { name: 'event-confidential', path: ({ confidentialEventLink }) => confidentialEventLink, ready: testId('rating'), open: true },
  { name: 'guest-answer-confirmation', path: ({ guestReceipt }) => guestReceipt, ready: '.answer-words', open: true },
  { name: 'hierarchical-list-ended', path: () => `/hierarchical-list/${'x'.repeat(43)}`, ready: '.empty', open: true },
  { name: 'guest-ended', path: () => `/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`, ready: '.empty', open: true },
  { name: 'broken-link', path: () => '/event', ready: testId('broken-link'), open: true },
  { name: 'broken-answer-link', path: () => '/guest-answer', ready: testId('broken-link'), open: true },
  { name: 'broken-coffee-link', path: () => '/coffee', ready: testId('broken-link'), open: true },
  { name: 'broken-manager-link', path: () => '/hierarchical-list', ready: testId('broken-link'), open: true },
  { name: 'broken-reset-password', path: () => '/reset-password', ready: testId('broken-link'), open: true },
  { name: 'address-ended', path: () => `/address/${'x'.repeat(43)}`, ready: '.notice', open: true, error: true },
  { name: 'badge-page', path: ({ badgeId }) => `/badge/${badgeId}`, ready: 'h1', open: true, over: true },
  { name: 'badge-page-verified', path: ({ badgeId }) => `/badge/${badgeId}?verify`, ready: '.steps', open: true, over: true },
  { name: 'badge-page-gone', path: ({ goneBadgePath }) => goneBadgePath, ready: 'h1', open: true, over: true },
  { name: 'onboarding-terms', ready: testId('scene'), as: 'newcomer', states: onboardingTerms },
  { name: 'onboarding-slides', ready: testId('scene'), as: 'newcomer', before: acceptTerms },
  { name: 'onboarding-skills', ready: 'label.option', as: 'newcomer', states: onboardingSkills },
  { name: 'onboarding-self-evaluation', ready: testId('rating'), as: 'newcomer', before: chooseSkills },
  { name: 'onboarding-add-contacts', ready: 'label.option', as: 'newcomer' },
  { name: 'onboarding-contacts', ready: testId('contact-editor'), as: 'newcomer', before: addContacts },
  { name: 'onboarding-finished', ready: '.empty', as: 'newcomer' },
  { name: 'home-new', path: () => '/home', ready: testId('next-action'), as: 'newcomer', before: finishOnboarding },
  { name: 'admin', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-people', path: () => '/admin/people', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-import', path: () => '/admin/people/import', ready: 'table', as: 'administrator' },
  { name: 'admin-skills', path: () => '/admin/skills', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-awards', path: () => '/admin/awards', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-videos', path: () => '/admin/videos', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-policies', path: () => '/admin/policies', ready: 'form', as: 'administrator' },
  { name: 'admin-sign-in', path: () => '/admin/sign-in', ready: 'form', as: 'administrator', states: signIn },
  { name: 'admin-usage', path: () => '/admin/usage', ready: 'table', as: 'administrator' },
  { name: 'admin-audit', path: () => '/admin/audit', ready: 'ion-item', as: 'administrator' },
  { name: 'admin-learning', path: () => '/admin/learning', ready: 'form', as: 'administrator' },
  { name: 'profile', ready: testId('profile-card'), states: device },
  { name: 'edit-profile', ready: '#profile-time_zone', states: editProfile },
  { name: 'badge-home', ready: 'article.card' },
  { name: 'badge-contacts', ready: 'label.option' },
  { name: 'badge-publish-new', ready: 'label.option' },
  { name: 'badge', path: ({ badgeId }) => `/badge?id=${badgeId}`, ready: 'article.card' },
  { name: 'badge-publish-linkedin', path: ({ badgeId }) => `/badge-publish-linkedin?id=${badgeId}`, ready: '#linkedin-text' },
  {
    name: 'badge-publish-linkedin-validate',
    path: ({ badgeId }) => `/badge-publish-linkedin-validate?id=${badgeId}`,
    ready: '[href*="linkedin.com/profile"]',
  },
  { name: 'badge-hierarchical-list', ready: testId('member'), states: lists },
  { name: 'badge-add-manager', ready: '#manager_email' },
  { name: 'video-player', ready: testId('transcript') },
  { name: 'delete-account', ready: '#delete-email' },
  { name: 'security', ready: 'li .chip', before: (api) => openSession(api, 'camille@nova.example'), states: security },
  { name: 'tour-dashboard', path: () => '/onboarding-dashboard', ready: '.driver-popover', over: true },
  { name: 'tour-badge', path: () => '/onboarding-badge', ready: '.driver-popover', over: true },
  { name: 'tour-answer', path: () => '/onboarding-answer', ready: '.driver-popover', over: true },
]

export const PARTS = { 'what a person does every day': DAILY, 'all others': OTHERS } as const

export const SCREENS: readonly Screen[] = [...DAILY, ...OTHERS]
