import { account } from './account.ts'
import { contacts } from './contacts.ts'
import { feedback } from './feedback.ts'
import { guest } from './guest.ts'
import { hierarchy } from './hierarchy.ts'
import { legal } from './legal.ts'
import { newsfeed } from './newsfeed.ts'
import { people } from './people.ts'
import { session } from './session.ts'
import { skills } from './skills.ts'
import { statistics } from './statistics.ts'

/** Every call of the product, by resource: what the tenant test walks and the OpenAPI document shows. */
export const api = { session, people, account, skills, contacts, hierarchy, feedback, statistics, newsfeed, guest, legal }
