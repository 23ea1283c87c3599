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
import { type List, list, listWith, nameOf, once, sheet, walk } from './lists.ts'
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
      once(() => publishedBadges(platform, viewer)),
      {
        skill: ({ skill }) => skill.name,
        shown_name: ({ shown_name }) => shown_name,
        issued_at: ({ issued_at }) => issued_at,
        page_url: ({ page_url }) => page_url,
      },
    ),
    list(
      'terms_acceptances',
      once(() => stored.termsOf(db, viewer)),
      {
        version: (terms) => terms.version,
        locale: (terms) => terms.locale,
        accepted_at: (terms) => terms.accepted_at,
      },
    ),
    list(
      'skills',
      once(() => stored.chosenSkillsOf(db, viewer)),
      {
        skill: ({ skill }) => skill.name,
        chosen_at: ({ chosen_at }) => chosen_at,
      },
    ),
    list(
      'self_evaluations',
      walk(
        (cursor) => listSelfEvaluations(db, viewer, { cursor }),
        (page) => page.evaluations,
      ),
      {
        skill: ({ skill }) => skill.name,
        rating: ({ rating }) => rating,
        created_at: ({ created_at }) => created_at,
      },
    ),
    list(
      'skill_resets',
      once(() => stored.resetsOf(db, viewer)),
      {
        skill: ({ skill }) => skill.name,
        reset_at: ({ reset_at }) => reset_at,
      },
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
      once(() => contacts(db, viewer)),
      {
        ...nameColumns,
        job_title: ({ job_title }) => job_title,
        relation: ({ relation }) => relation,
        created_at: ({ created_at }) => created_at,
      },
    ),
    listWith(
      'contact_groups',
      once(() => stored.contactGroupsOf(db, viewer)),
      sheet('contact_groups', membersOf, { group: ({ group }) => group, ...nameColumns }),
    ),
    list(
      'hierarchy',
      once(async () => (await hierarchy()).hierarchical),
      {
        ...nameColumns,
        job_title: ({ job_title }) => job_title,
        relation: ({ relation }) => relation,
      },
    ),
    list(
      'manager_invitation',
      once(async () => [(await hierarchy()).manager].flatMap((manager) => manager ?? [])),
      {
        ...nameColumns,
        invited_at: ({ invited_at }) => invited_at,
        reminded_at: ({ reminded_at }) => reminded_at,
        filled_at: ({ filled_at }) => filled_at,
        expires_at: ({ expires_at }) => expires_at,
      },
    ),
  ]
}

function listsOfUse({ db }: Platform, viewer: Viewer): List[] {
  return [
    list(
      'news',
      walk(
        (cursor) => listNews(db, viewer, cursor),
        (page) => page.newsfeed,
      ),
      {
        created_at: (news) => news.created_at,
        kind: (news) => news.kind,
        actor: (news) => news.actor && nameOf(news.actor),
        is_read: (news) => news.is_read,
      },
    ),
    list(
      'sessions',
      once(() => stored.sessionsOf(db, viewer)),
      {
        opened_at: ({ opened_at }) => opened_at,
        used_at: ({ used_at }) => used_at,
        confirmed_at: ({ confirmed_at }) => confirmed_at,
        method: ({ method }) => method,
        browser: ({ browser }) => browser,
        system: ({ system }) => system,
        network: ({ network }) => network,
        current: ({ current }) => current,
      },
    ),
    list(
      'factors',
      once(() => stored.factorsOf(db, viewer)),
      {
        kind: ({ kind }) => kind,
        name: ({ name }) => name,
        created_at: ({ created_at }) => created_at,
        used_at: ({ used_at }) => used_at,
        synced: ({ synced }) => synced,
      },
    ),
    list(
      'password_resets',
      once(() => stored.passwordResetsOf(db, viewer)),
      {
        asked_at: ({ asked_at }) => asked_at,
        expires_at: ({ expires_at }) => expires_at,
        used_at: ({ used_at }) => used_at,
      },
    ),
    list(
      'directory_groups',
      once(() => stored.directoryGroupsOf(db, viewer)),
      { name: ({ name }) => name },
    ),
    list(
      'departments',
      once(() => stored.departmentsOf(db, viewer)),
      {
        department: ({ department }) => department,
        first_at: ({ first_at }) => first_at,
        last_at: ({ last_at }) => last_at,
      },
    ),
    list(
      'usage',
      once(() => stored.usageOf(db, viewer)),
      {
        month: ({ month }) => month,
        department: ({ department }) => department,
        active: ({ active }) => active,
        asked: ({ asked }) => asked,
        answered: ({ answered }) => answered,
      },
    ),
    list(
      'address_changes',
      once(() => stored.addressChangesOf(db, viewer)),
      {
        email: ({ email }) => email,
        new_email: ({ new_email }) => new_email,
        created_at: ({ created_at }) => created_at,
        expires_at: ({ expires_at }) => expires_at,
      },
    ),
    list(
      'audit_entries',
      once(() => stored.auditEntriesOf(db, viewer)),
      {
        at: ({ at }) => at,
        action: ({ action }) => action,
        by_me: ({ by_me }) => by_me,
        network: ({ network }) => network,
      },
    ),
    list(
      'mails',
      once(() => stored.mailsOf(db, viewer)),
      {
        kind: ({ kind }) => kind,
        sent_at: ({ sent_at }) => sent_at,
      },
    ),
    list(
      'devices',
      once(() => stored.devicesOf(db, viewer)),
      {
        type: ({ type }) => type,
        registered_at: ({ registered_at }) => registered_at,
        current: ({ current }) => current,
      },
    ),
    list(
      'pushes',
      once(() => stored.pushesOf(db, viewer)),
      {
        kind: ({ kind }) => kind,
        sent_at: ({ sent_at }) => sent_at,
      },
    ),
  ]
}
