import { randomUUID } from 'node:crypto'
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
import { sharing } from '@reflet/contract/sharing'
import { statistics } from '@reflet/contract/statistics'
import type { Api } from '../support/api.ts'
import { mailTo } from '../support/mail.ts'
import { askTwoSkills } from '../support/requests.ts'
import type { RunningServer } from '../support/server.ts'
import { logIn } from '../support/session.ts'
import type { Screen } from './catalogue.ts'

/** Ids of objects in a fresh demo that a URL needs. */
export type World = Awaited<ReturnType<typeof makeWorld>>

export const pathOf = ({ name, path }: Screen, world: World) => path?.(world) ?? `/${name}`

/** With the API of Camille: she asks an external person of this language, who answers one of two skills, and a manager. */
export async function makeWorld(server: RunningServer, api: Api, locale: Locale) {
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
  const [, stopLink = '', token = '', feedbackId = ''] = /(\/guest-answer\/([\w-]+)\/([\w-]+)\?\S*mail=[\w-]+)/.exec(mail.text) ?? []
  await api.call(guest.guestAnswer, { params: { token, feedbackId }, body: ANSWER })
  await api.call(feedback.rateAnswer, { params: { id: feedbackId }, body: THANKS })
  const other = sent.feedbacks.find(({ id }) => id !== feedbackId)?.id ?? ''
  const { answers } = await api.call(feedback.listAnswers)
  const best = skills.reduce((most, one) => (one.n > most.n ? one : most))
  return {
    guestPath: `/guest-answer/${token}/${other}`,
    guestReceipt: `/guest-answer-confirmation/${token}/${feedbackId}`,
    stopPath: `${stopLink}&stop=1`,
    requestPath: `/request-confirmation/${sent.id}`,
    skillPath: `/skill-statistics/${best.skill.id}`,
    ratingPath: `/rating?answer=${answers.find(({ thanks }) => !thanks)?.id}`,
    selfPath: `/self-evaluation?skill=${first?.skill.id}`,
    managerPath,
    ...coffee,
    ...(await askGuests(api, [first?.skill.id ?? '', second?.skill.id ?? ''], locale)),
    ...(await colleagues(server, api)),
    ...(await publishAgain(api)),
    ...(await findAwards(api)),
    ...(await makeEvents(api, first?.skill.id ?? '')),
  }
}

const ANSWER = { rating: 4, not_observed: false, situation: 'En juin, au retour du client', keep: 'Votre calme', improve: null }
const THANKS = { stars: 5, thanks: 'Merci, c’est très concret.', will_try: 'Envoyer le compte rendu le soir même' }

/** Camille asks guests about two skills each, and cancels one of the requests. */
async function askGuests(api: Api, skill_ids: string[], locale: Locale) {
  const ask = async (name: string) => {
    const recipients = [{ email: `${name}-${Date.now()}@partner.example`, first_name: 'Ines', last_name: 'Caron', locale }]
    const sent = await api.call(feedback.createRequest, { body: { skill_ids, recipients, idempotency_key: randomUUID() } })
    return { id: sent.id, path: new URL(sent.feedbacks[0]?.guest_link ?? '').pathname }
  }
  const [answers, declines, cancelled] = [await ask('answers'), await ask('declines'), await ask('cancelled')]
  await api.call(feedback.cancelRequest, { params: { id: cancelled.id } })
  return { guestPaths: [answers.path, declines.path] as const, cancelledPath: `/request-confirmation/${cancelled.id}` }
}

/**
 * Oliver asks Camille about two skills, then confidentially; he thanks her for an answer that she gave, and for one that she shared with him,
 * as her manager. Sofia shares an answer with Camille. Camille gives Greta an answer that was not asked for.
 */
async function colleagues(server: RunningServer, api: Api) {
  const oliver = (await logIn(server.url, 'oliver@nova.example')).api
  const sofia = (await logIn(server.url, 'sofia@nova.example')).api
  const idOf = async (name: string, from = api) => {
    const { colleagues } = await from.call(people.searchColleagues, { query: { query: name } })
    return colleagues[0]?.user_id ?? ''
  }
  const camille = await idOf('camille', oliver)

  const asked = await askTwoSkills(oliver, 'camille')
  const recipients = [camille, await idOf('greta'), await idOf('sofia'), await idOf('amir')].map((user_id) => ({ user_id }))
  const due_at = new Date(Date.now() + 2 * DAY_MS).toISOString()
  const skill_ids = asked.skills.slice(0, 1).map(({ id }) => id)
  await oliver.call(feedback.createRequest, {
    body: { skill_ids, recipients, confidential: true, due_at, idempotency_key: randomUUID() },
  })
  const early = await oliver.call(feedback.createRequest, {
    body: { skill_ids, recipients: [{ user_id: camille }], idempotency_key: randomUUID() },
  })
  const id = early.feedbacks[0]?.id ?? ''
  await api.call(feedback.answerFeedback, { params: { id }, body: ANSWER })
  await oliver.call(feedback.rateAnswer, { params: { id }, body: THANKS })

  const manager_id = await idOf('oliver')
  await api.call(sharing.setManager, { body: { user_id: manager_id } })
  const [mine, other] = (await api.call(feedback.listAnswers)).answers
  await api.call(sharing.shareAnswer, { params: { id: mine?.id ?? '' }, body: { manager_id } })
  await oliver.call(sharing.noteShared, { params: { id: mine?.id ?? '' }, body: { note: 'Parlons de la suite.' } })
  await sofia.call(sharing.setManager, { body: { user_id: camille } })
  const [hers] = (await sofia.call(feedback.listAnswers)).answers
  await sofia.call(sharing.shareAnswer, { params: { id: hers?.id ?? '' }, body: { manager_id: camille } })

  const to = { user_id: await idOf('greta'), skill_id: skill_ids[0] ?? '', idempotency_key: randomUUID() }
  const offered = await api.call(feedback.offerFeedback, { body: { ...to, ...ANSWER } })

  const groupOf = async (status: 'pending' | 'answered', feedbackId: string) => {
    const { groups } = await api.call(feedback.listRequestsToAnswer, { query: { status } })
    return groups.find(({ feedbacks }) => feedbacks.some((one) => one.id === feedbackId))?.id
  }
  return {
    groupPath: `/answer?group=${await groupOf('pending', asked.feedbacks[0]?.id ?? '')}`,
    receiptPath: `/answer-confirmation/${await groupOf('answered', id)}`,
    offeredPath: `/answer-confirmation/${offered.group_id}`,
    sharePath: `/share-answer?answer=${other?.id}`,
    sharedPath: `/share-answer?answer=${mine?.id}`,
  }
}

/** Camille deletes one of her badges, and publishes another for the same skill, which names the address of this server. */
async function publishAgain(api: Api) {
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
  const create = (title: string, confidential = false) =>
    api.call(events.createEvent, {
      body: {
        title,
        confidential,
        takes_place_on: today,
        skill_ids: [skillId],
        ends_at: new Date(Date.now() + 7 * DAY_MS).toISOString(),
        idempotency_key: `screens-${title}-${Date.now()}`,
      },
    })
  const closed = await create('Réunion de lancement')
  await api.call(events.updateEvent, { params: { id: closed.id }, body: { closed: true } })
  const sealed = await create('Atelier confidentiel', true)
  const open = await create('Atelier Horizon')
  return {
    eventPath: `/share-event-link?event=${open.id}`,
    eventLink: new URL(open.link).pathname,
    closedEventLink: new URL(closed.link).pathname,
    confidentialEventLink: new URL(sealed.link).pathname,
  }
}

/** Camille's received and given awards, and a type to give. */
async function findAwards(api: Api) {
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
async function makeCoffee(server: RunningServer, api: Api, locale: Locale) {
  const { coffee_requests } = await api.call(coffeeCalls.listCoffee)
  const email = `coffee-${Date.now()}@partner.example`
  const made = await api.call(coffeeCalls.createCoffee, {
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
    ownCoffeePath: `/coffee-request?id=${made.id}`,
    coffeeLink: /\/coffee\/[\w-]+/.exec(mail.text)?.[0] ?? '',
  }
}
