import { isNative } from './build-target.ts'

/** Public pages. */
const PUBLIC =
  /^\/(login|server|update|reset-password|guest-answer|guest-answer-confirmation|hierarchical-list|coffee|event|terms|address)(\/|\?|#|$)/

/** The steps of the general onboarding: without menu and tabs. The three tours are not among them. */
const ONBOARDING = /^\/onboarding-(terms|slides|skills|self-evaluation|add-contacts|contacts|finished|blank)(\/|\?|#|$)/

export const isPublicPath = (path: string) => PUBLIC.test(path)
export const isOnboardingPath = (path: string) => ONBOARDING.test(path)

/** On native these pages are outside the tabs. */
export const isOutsideTabs = (path: string) => isPublicPath(path) || isOnboardingPath(path)

/** The path of a page in this shell: `/answer` in the browser, `/tabs/answer` on native. */
export const to = (path: string) => (isNative && !isOutsideTabs(path) ? `/tabs${path}` : path)
/** The path of a page as in the browser. */
export const fromTabs = (path: string) => path.replace(/^\/tabs(?=\/)/, '')

/** What a mail program, or a gateway that rewrites its links, adds to an address. */
export const withoutMailMarker = (address: string) => address.replace(/(?:#|%23)n4$/, '')

/** A mailed link that works without a session, for anyone: a guest's answer, the page of a manager, a coffee chat. */
export const isGuestPath = (path: string) => /guest-answer|\/(hierarchical-list|coffee|address)\//.test(path)

export const homePath = to('/home')
export const loginPath = '/login'
export const onboardingPath = '/onboarding-terms'
