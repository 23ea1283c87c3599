import { account } from './account.ts'
import { avatars } from './avatars.ts'
import { awards } from './awards.ts'
import { coffee } from './coffee.ts'
import { contacts } from './contacts.ts'
import { events } from './events.ts'
import { feedback } from './feedback.ts'
import { guest } from './guest.ts'
import { hierarchy } from './hierarchy.ts'
import { legal } from './legal.ts'
import { myManager } from './manager.ts'
import { newsfeed } from './newsfeed.ts'
import { people } from './people.ts'
import { push } from './push.ts'
import { quality } from './quality.ts'
import { recurrences } from './recurrences.ts'
import { session } from './session.ts'
import { skills } from './skills.ts'
import { statistics } from './statistics.ts'
import { videos } from './videos.ts'

/** Every call of the product, by resource: what the tenant test walks and the OpenAPI document shows. */
export const api = {
  session,
  people,
  avatars,
  myManager,
  account,
  skills,
  contacts,
  hierarchy,
  feedback,
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
}
