import BadgeContactsPage from './BadgeContactsPage.tsx'
import BadgeHomePage from './BadgeHomePage.tsx'
import BadgePage from './BadgePage.tsx'
import BadgePublishPage from './BadgePublishPage.tsx'
import LinkedInPage from './LinkedInPage.tsx'
import LinkedInValidatePage from './LinkedInValidatePage.tsx'

/** By their paths: in one file, because who opens one of them soon opens the next. */
export const pages = {
  '/badge': BadgePage,
  '/badge-home': BadgeHomePage,
  '/badge-contacts': BadgeContactsPage,
  '/badge-publish-new': BadgePublishPage,
  '/badge-publish-linkedin': LinkedInPage,
  '/badge-publish-linkedin-validate': LinkedInValidatePage,
}
