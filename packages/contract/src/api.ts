import { account } from './account.ts'
import { adminAudit } from './admin-audit.ts'
import { adminCatalogue } from './admin-catalogue.ts'
import { adminImports } from './admin-imports.ts'
import { adminLearning } from './admin-learning.ts'
import { adminPeople } from './admin-people.ts'
import { adminPolicies } from './admin-policies.ts'
import { adminScim } from './admin-scim.ts'
import { adminSignIn } from './admin-sign-in.ts'
import { adminUsage } from './admin-usage.ts'
import { avatars } from './avatars.ts'
import { awards } from './awards.ts'
import { badges } from './badges.ts'
import { coffee } from './coffee.ts'
import { contacts } from './contacts.ts'
import { events } from './events.ts'
import { feedback } from './feedback.ts'
import { growth } from './growth.ts'
import { guest } from './guest.ts'
import { hierarchy } from './hierarchy.ts'
import { legal } from './legal.ts'
import { loginSteps } from './login-steps.ts'
import { newsfeed } from './newsfeed.ts'
import { people } from './people.ts'
import { push } from './push.ts'
import { quality } from './quality.ts'
import { recurrences } from './recurrences.ts'
import { security } from './security.ts'
import { session } from './session.ts'
import { sharing } from './sharing.ts'
import { skills } from './skills.ts'
import { statistics } from './statistics.ts'
import { updates } from './updates.ts'
import { videos } from './videos.ts'

/** Every endpoint, by resource: the source of the tenant test and the OpenAPI document. */
export const api = {
  session,
  loginSteps,
  security,
  people,
  avatars,
  sharing,
  account,
  skills,
  contacts,
  hierarchy,
  badges,
  feedback,
  growth,
  recurrences,
  events,
  quality,
  statistics,
  awards,
  coffee,
  videos,
  newsfeed,
  push,
  guest,
  legal,
  updates,
  adminPeople,
  adminImports,
  adminCatalogue,
  adminPolicies,
  adminUsage,
  adminLearning,
  adminScim,
  adminSignIn,
  adminAudit,
}
