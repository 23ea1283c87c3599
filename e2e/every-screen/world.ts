import { expect, type Page } from '@playwright/test'
import { awards } from '@reflet/contract/awards'
import { badges as badgeCalls } from '@reflet/contract/badges'
import { coffee as coffeeCalls } from '@reflet/contract/coffee'
import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { type Api, apiOf } from '../support/api.ts'
import { mailTo } from '../support/mail.ts'
import type { RunningServer } from '../support/server.ts'
import { enter } from '../support/session.ts'

/** Ids of objects in a fresh demo that a URL needs. */
export interface World {
  readonly guestPath: string
  readonly guestReceipt: string
  readonly requestPath: string
  readonly skillPath: string
  readonly groupPath: string
  readonly receiptPath: string
  readonly ratingPath: string
  readonly sharePath: string
  readonly selfPath: string
  readonly awardPath: string
  readonly awardTypePath: string
  readonly awardDonePath: string
  readonly eventPath: string
  readonly eventLink: string
  readonly closedEventLink: string
  readonly managerPath: string
  readonly coffeePath: string
  readonly coffeeLink: string
  readonly badgeId: string
  readonly goneBadgePath: string
}

/** Camille, in a language, asks an external person, who answers one of two skills, and a manager. */
export async function makeWorld(server: RunningServer, page: Page, locale: Locale): Promise<World> {
  await enter(page, 'camille@nova.example')
  const api = apiOf(page)
  await api.call(people.updateUser, { params: { userId: '1' }, body: { locale } })
  // No one in the demo has seen the badges' tour: it would start in a picture.
  await api.call(people.onboardingBadgeFinished)
  const { skills } = await api.call(statistics.getStatistics, { params: { userId: '1' } })
  const [first, second] = skills
  const email = `screens-${Date.now()}@partner.example`
  const sent = await api.call(feedback.createRequest, {
    body: {
      skill_ids: [first?.skill.id ?? '', second?.skill.id ?? ''],
      recipients: [{ email, first_name: 'Nora', last_name: 'Lindqvist', locale }],
      context: 'Le projet Horizon',
      message: 'Merci de votre regard sincère.',
      idempotency_key: `screens-${Date.now()}`,
    },
  })
  // Each of these waits for its own mail only.
  const [mail, managerPath, coffee] = await Promise.all([
    mailTo(server, email, 'guest-answer'),
    askManager(server, api),
    makeCoffee(server, api, locale),
  ])
  const [, token = '', feedbackId = ''] = /guest-answer\/([\w-]+)\/([\w-]+)/.exec(mail.text) ?? []
  const answer = {
    rating: 4,
    not_observed: false,
    situation: 'Lors de l’atelier de juin, avec toute l’équipe.',
    keep: 'Une écoute attentive.',
    improve: null,
  }
  await api.call(guest.guestAnswer, { params: { token, feedbackId }, body: answer })
  const other = sent.feedbacks.find(({ id }) => id !== feedbackId)?.id ?? ''
  const pending = await api.call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
  const answered = await api.call(feedback.listRequestsToAnswer, { query: { status: 'answered' } })
  const { answers } = await api.call(feedback.listAnswers)
  expect(pending.groups.length).toBeGreaterThan(0)
  const best = skills.reduce((most, one) => (one.n > most.n ? one : most))
  return {
    guestPath: `/guest-answer/${token}/${other}`,
    guestReceipt: `/guest-answer-confirmation/${token}/${feedbackId}`,
    requestPath: `/request-confirmation/${sent.id}`,
    skillPath: `/skill-statistics/${best.skill.id}`,
    groupPath: `/answer?group=${pending.groups[0]?.id}`,
    receiptPath: `/answer-confirmation/${answered.groups[0]?.id}`,
    ratingPath: `/rating?answer=${answers[0]?.id}`,
    sharePath: `/share-answer?answer=${answers[0]?.id}`,
    selfPath: `/self-evaluation?skill=${first?.skill.id}`,
    managerPath,
    ...coffee,
    ...(await publishAgain(api)),
    ...(await findAwards(api)),
    ...(await makeEvents(api, first?.skill.id ?? '')),
  }
}

/** Camille deletes one of her badges, and publishes another for the same skill, which names the address of this server. */
async function publishAgain(api: Api): Promise<Pick<World, 'badgeId' | 'goneBadgePath'>> {
  const { badges } = await api.call(badgeCalls.listBadges)
  const old = badges.find(({ status }) => status === 'published')
  await api.call(badgeCalls.deleteBadge, { params: { id: old?.id ?? '' } })
  const made = await api.call(badgeCalls.publishBadges, { body: { badges: [old?.skill.id ?? ''] } })
  return { badgeId: made.badges[0]?.id ?? '', goneBadgePath: `/badge/${old?.id}` }
}

/** Camille invites a manager without an account, and opens the mail's link. */
async function askManager(server: RunningServer, api: Api): Promise<string> {
  const manager_email = `manager-${Date.now()}@holding.example`
  await api.call(hierarchy.addManager, { body: { manager_email, manager_firstName: 'Yannick', manager_lastName: 'Le Goff' } })
  const mail = await mailTo(server, manager_email, 'hierarchical-list')
  return /\/hierarchical-list\/[\w-]+/.exec(mail.text)?.[0] ?? ''
}

/** An open event and a closed one. */
async function makeEvents(api: Api, skillId: string) {
  const today = new Date().toISOString().slice(0, 10)
  const create = (title: string) =>
    api.call(events.createEvent, {
      body: {
        title,
        takes_place_on: today,
        skill_ids: [skillId],
        ends_at: new Date(Date.now() + 7 * DAY_MS).toISOString(),
        idempotency_key: `screens-${title}-${Date.now()}`,
      },
    })
  const closed = await create('Réunion de lancement')
  await api.call(events.updateEvent, { params: { id: closed.id }, body: { closed: true } })
  const open = await create('Atelier Horizon')
  return {
    eventPath: `/share-event-link?event=${open.id}`,
    eventLink: new URL(open.link).pathname,
    closedEventLink: new URL(closed.link).pathname,
  }
}

/** Camille's received and given awards, and a type to give. */
async function findAwards(api: Api): Promise<Pick<World, 'awardPath' | 'awardTypePath' | 'awardDonePath'>> {
  const { types } = await api.call(awards.listAwardTypes)
  const received = await api.call(awards.listAwards, { query: { box: 'received' } })
  const given = await api.call(awards.listAwards, { query: { box: 'given' } })
  return {
    awardPath: `/award?id=${received.awards[0]?.id}`,
    awardTypePath: `/award-contacts?type=${types[0]?.id}`,
    awardDonePath: `/award-confirmation?ids=${given.awards.map(({ id }) => id).slice(0, 2)}`,
  }
}

/** Camille's pending request, and the link of her proposal to an external person. */
async function makeCoffee(server: RunningServer, api: Api, locale: Locale): Promise<Pick<World, 'coffeePath' | 'coffeeLink'>> {
  const { coffee_requests } = await api.call(coffeeCalls.listCoffee)
  const email = `coffee-${Date.now()}@partner.example`
  await api.call(coffeeCalls.createCoffee, {
    body: {
      invitee: { email, first_name: 'Nora', last_name: 'Lindqvist', locale },
      slots: [1, 2, 3].map((days) => new Date(Date.now() + days * DAY_MS).toISOString()),
      place: 'Café des Arts',
      message: 'Merci pour votre retour : parlons-en.',
      idempotency_key: `screens-${email}`,
    },
  })
  const mail = await mailTo(server, email, 'coffee')
  return {
    coffeePath: `/coffee-request?id=${coffee_requests.find(({ can }) => can.accept)?.id}`,
    coffeeLink: /\/coffee\/[\w-]+/.exec(mail.text)?.[0] ?? '',
  }
}
