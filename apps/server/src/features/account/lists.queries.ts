import { instant, type Queryable } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { publishedBadges } from '../badges/badges.queries.ts'
import { contactsOf } from '../contacts/contacts.queries.ts'
import { getHierarchy } from '../hierarchy/hierarchy.queries.ts'
import { listNews } from '../newsfeed/newsfeed.queries.ts'
import { listSelfEvaluations } from '../skills/skills.queries.ts'
import { listsOfAwards } from './award-lists.queries.ts'
import { listsOfCoffee } from './coffee-lists.queries.ts'
import { listsOfEvents } from './event-lists.queries.ts'
import { listsOfFeedback } from './feedback-lists.queries.ts'
import { listsOfGrowth } from './growth-lists.queries.ts'
import { fields, type List, list, listWith, nameOf, once, sheet, walk } from './lists.ts'
import { listsOfRecurrences } from './recurrence-lists.queries.ts'
import * as stored from './stored.queries.ts'

/** Every list about the viewer. What others may have written is read by the API's own queries: one authorization rule for both. */
export function listsOf(platform: Platform, viewer: Viewer): List[] {
  return [
    ...listsOfMyself(platform, viewer),
    ...listsOfPeople(platform, viewer),
    ...listsOfFeedback(platform, viewer),
    ...listsOfGrowth(platform, viewer),
    ...listsOfRecurrences(platform, viewer),
    ...listsOfEvents(platform, viewer),
    ...listsOfAwards(platform, viewer),
    ...listsOfCoffee(platform, viewer),
    ...listsOfUse(platform, viewer),
  ]
}

function listsOfMyself(platform: Platform, viewer: Viewer): List[] {
  const { db } = platform
  return [
    list(
      'badges',
      { skill: ({ skill }) => skill.name, ...fields('shown_name', 'issued_at', 'page_url') },
      once(() => publishedBadges(platform, viewer)),
    ),
    list(
      'terms_acceptances',
      fields('version', 'locale', 'accepted_at'),
      once(() => stored.termsOf(db, viewer)),
    ),
    list(
      'skills',
      { skill: ({ skill }) => skill.name, ...fields('chosen_at') },
      once(() => stored.chosenSkillsOf(db, viewer)),
    ),
    list(
      'self_evaluations',
      { skill: ({ skill }) => skill.name, ...fields('rating', 'created_at') },
      walk(
        (cursor) => listSelfEvaluations(db, viewer, { cursor }),
        (page) => page.evaluations,
      ),
    ),
    list(
      'skill_resets',
      { skill: ({ skill }) => skill.name, ...fields('reset_at') },
      once(() => stored.resetsOf(db, viewer)),
    ),
  ]
}

const nameColumns = {
  first_name: (person: stored.Named) => person.first_name,
  last_name: (person: stored.Named) => person.last_name,
  email: (person: stored.Named) => person.email,
}

const contacts = async (db: Queryable, viewer: Viewer) =>
  (await contactsOf(db, viewer)).map(({ rowIds: _, ...contact }) => ({ ...contact, created_at: instant(contact.created_at) }))

/** A group without members still has one line. */
const membersOf = ({ name, contacts }: Awaited<ReturnType<typeof stored.contactGroupsOf>>[number]) =>
  (contacts.length > 0 ? contacts : [{ email: '', first_name: '', last_name: '' }]).map((contact) => ({ group: name, ...contact }))

function listsOfPeople({ db, clock }: Platform, viewer: Viewer): List[] {
  const hierarchy = () => getHierarchy(db, viewer, clock())
  return [
    list(
      'contacts',
      { ...nameColumns, ...fields('job_title', 'relation', 'created_at') },
      once(() => contacts(db, viewer)),
    ),
    listWith(
      'contact_groups',
      once(() => stored.contactGroupsOf(db, viewer)),
      sheet('contact_groups', membersOf, { group: ({ group }) => group, ...nameColumns }),
    ),
    list(
      'hierarchy',
      { ...nameColumns, ...fields('job_title', 'relation') },
      once(async () => (await hierarchy()).hierarchical),
    ),
    list(
      'manager_invitation',
      { ...nameColumns, ...fields('invited_at', 'reminded_at', 'filled_at', 'expires_at') },
      once(async () => [(await hierarchy()).manager].flatMap((manager) => manager ?? [])),
    ),
  ]
}

function listsOfUse({ db }: Platform, viewer: Viewer): List[] {
  return [
    list(
      'news',
      { ...fields('created_at', 'kind'), actor: (news) => news.actor && nameOf(news.actor), ...fields('is_read') },
      walk(
        (cursor) => listNews(db, viewer, cursor),
        (page) => page.newsfeed,
      ),
    ),
    list(
      'sessions',
      fields('opened_at', 'used_at', 'confirmed_at', 'method', 'browser', 'system', 'network', 'current'),
      once(() => stored.sessionsOf(db, viewer)),
    ),
    list(
      'factors',
      fields('kind', 'name', 'created_at', 'used_at', 'synced'),
      once(() => stored.factorsOf(db, viewer)),
    ),
    list(
      'password_resets',
      fields('asked_at', 'expires_at', 'used_at'),
      once(() => stored.passwordResetsOf(db, viewer)),
    ),
    list(
      'directory_groups',
      { name: ({ name }) => name },
      once(() => stored.directoryGroupsOf(db, viewer)),
    ),
    list(
      'departments',
      fields('department', 'first_at', 'last_at'),
      once(() => stored.departmentsOf(db, viewer)),
    ),
    list(
      'usage',
      fields('month', 'department', 'active', 'asked', 'answered'),
      once(() => stored.usageOf(db, viewer)),
    ),
    list(
      'address_changes',
      fields('email', 'new_email', 'created_at', 'expires_at'),
      once(() => stored.addressChangesOf(db, viewer)),
    ),
    list(
      'audit_entries',
      fields('at', 'action', 'by_me', 'network'),
      once(() => stored.auditEntriesOf(db, viewer)),
    ),
    list(
      'mails',
      fields('kind', 'sent_at'),
      once(() => stored.mailsOf(db, viewer)),
    ),
    list(
      'devices',
      fields('type', 'registered_at', 'current'),
      once(() => stored.devicesOf(db, viewer)),
    ),
    list(
      'pushes',
      fields('kind', 'sent_at'),
      once(() => stored.pushesOf(db, viewer)),
    ),
  ]
}
