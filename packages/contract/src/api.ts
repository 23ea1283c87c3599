import { feedback } from './feedback.ts'
import { guest } from './guest.ts'
import { legal } from './legal.ts'
import { people } from './people.ts'
import { session } from './session.ts'
import { skills } from './skills.ts'
import { statistics } from './statistics.ts'

/** Every call of the product, by resource: what the tenant test walks and the OpenAPI document shows. */
export const api = { session, people, skills, feedback, statistics, guest, legal }
