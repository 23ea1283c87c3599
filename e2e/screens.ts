import { expect, type Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { login, mailTo, shown } from './support/journey.ts'
import type { RunningServer } from './support/server.ts'

/** Every screen, how to get there, and what shows that it is complete: for the pictures, axe and the bounding boxes. */
export interface Screen {
  readonly name: string
  readonly path: (world: World) => string
  readonly ready: string
  /** Needs nobody to be logged in. */
  readonly open?: true
  /** Seen by somebody whose onboarding is not finished, instead of Camille. */
  readonly as?: 'newcomer'
  /** What must have happened before; may happen again. */
  readonly before?: (api: Api) => Promise<void>
  /** What a person does there first. */
  readonly fill?: (page: Page) => Promise<void>
  /** What shows that it is complete lies over the page, not in it. */
  readonly over?: true
}

/** Things that exist on a fresh demo and are needed for an address. */
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
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: () => '/login', ready: '#login-email', open: true },
  { name: 'login-forgotten', path: () => '/login?forgotten', ready: 'input', open: true },
  { name: 'reset-password', path: () => `/reset-password/${'x'.repeat(43)}`, ready: 'input', open: true },
  { name: 'terms', path: () => '/terms', ready: 'h2', open: true },
  { name: 'privacy', path: () => '/terms?doc=privacy', ready: 'h2', open: true },
  { name: 'home', path: () => '/home', ready: '.next-action' },
  { name: 'my-skills', path: () => '/my-skills', ready: 'label.option' },
  { name: 'request-confirmation', path: ({ requestPath }) => requestPath, ready: '.people' },
  { name: 'answer', path: () => '/answer', ready: 'ion-item' },
  { name: 'answer-declined', path: () => '/answer?list=declined', ready: 'ion-item', before: declineOne },
  { name: 'answer-one', path: ({ groupPath }) => groupPath, ready: '.rating' },
  { name: 'offer-feedback', path: () => '/offer-feedback', ready: 'button.option' },
  { name: 'quality-index', path: () => '/quality-index', ready: '.quality-parts' },
  { name: 'rating', path: ({ ratingPath }) => ratingPath, ready: '.rating-form' },
  { name: 'share-answer', path: ({ sharePath }) => sharePath, ready: '.answer-copy' },
  { name: 'shared-with-me', path: () => '/shared-with-me', ready: '.empty, .answer-copy' },
  { name: 'my-manager', path: () => '/my-manager', ready: '.my-manager, ion-searchbar' },
  { name: 'answer-confirmation', path: ({ receiptPath }) => receiptPath, ready: '.answer-words' },
  { name: 'dashboard', path: () => '/dashboard', ready: '.skill-card' },
  { name: 'dashboard-list', path: () => '/dashboard?view=list', ready: '.skill-card .mirror-scale' },
  { name: 'dashboard-mirror', path: () => '/dashboard?view=mirror', ready: '.mirror-group' },
  { name: 'annual-talk', path: () => '/annual-talk', ready: '.talk-paper .sheet-table', fill: quoteSomebody },
  { name: 'skill-statistics', path: ({ skillPath }) => skillPath, ready: '.answer-card' },
  { name: 'profile', path: () => '/profile', ready: '.profile-card' },
  { name: 'award', path: () => '/award', ready: '.award-items ion-item' },
  { name: 'award-one', path: ({ awardPath }) => awardPath, ready: 'img.award-picture' },
  { name: 'award-list', path: () => '/award-list', ready: '.award-items ion-item' },
  { name: 'award-list-company', path: () => '/award-list?box=company', ready: '.award-items ion-item' },
  { name: 'award-select', path: () => '/award-select', ready: '.award-type' },
  { name: 'award-contacts', path: ({ awardTypePath }) => awardTypePath, ready: 'label.option' },
  { name: 'award-words', path: ({ awardTypePath }) => awardTypePath, ready: '#award-message', fill: chooseThanked },
  { name: 'award-confirmation', path: ({ awardDonePath }) => awardDonePath, ready: '.award-done' },
  { name: 'contacts', path: () => '/contacts', ready: '.group-list ion-item' },
  { name: 'contacts-groups', path: () => '/contacts?list=groups', ready: '.group-cards ion-item' },
  { name: 'add-contact', path: () => '/add-contact', ready: '.colleagues li' },
  { name: 'add-contact-outside', path: () => '/add-contact?by=address', ready: '#outsider-email' },
  { name: 'add-contact-list', path: () => '/add-contact?by=list', ready: '.import-problems', fill: pasteList },
  { name: 'group', path: () => '/group', ready: 'label.option' },
  { name: 'edit-profile', path: () => '/edit-profile', ready: '#profile-time_zone' },
  { name: 'delete-account', path: () => '/delete-account', ready: '#delete-email' },
  { name: 'tour-dashboard', path: () => '/onboarding-dashboard', ready: '.driver-popover', over: true },
  { name: 'tour-badge', path: () => '/onboarding-badge', ready: '.driver-popover', over: true },
  { name: 'tour-answer', path: () => '/onboarding-answer', ready: '.driver-popover', over: true },
  { name: 'onboarding-terms', path: () => '/onboarding-terms', ready: '.terms-box h2', as: 'newcomer' },
  { name: 'onboarding-slides', path: () => '/onboarding-slides', ready: '.scene', as: 'newcomer', before: acceptTerms },
  { name: 'onboarding-skills', path: () => '/onboarding-skills', ready: 'label.option', as: 'newcomer' },
  { name: 'onboarding-self-evaluation', path: () => '/onboarding-self-evaluation', ready: '.rating', as: 'newcomer', before: chooseSkills },
  { name: 'onboarding-add-contacts', path: () => '/onboarding-add-contacts', ready: 'label.option', as: 'newcomer' },
  { name: 'onboarding-contacts', path: () => '/onboarding-contacts', ready: '.contact-editor', as: 'newcomer', before: addContacts },
  { name: 'onboarding-finished', path: () => '/onboarding-finished', ready: '.scene', as: 'newcomer' },
  { name: 'video-player', path: () => '/video-player', ready: '.transcript' },
  { name: 'recurrent-feedbacks', path: () => '/recurrent-feedbacks', ready: '.recurrence-list' },
  { name: 'recurrent-feedbacks-plan', path: () => '/recurrent-feedbacks/plan', ready: 'label.option' },
  { name: 'skills', path: () => '/skills', ready: '.my-skill-list' },
  { name: 'self-evaluation', path: () => '/self-evaluation', ready: '.self-list' },
  { name: 'self-evaluation-one', path: ({ selfPath }) => selfPath, ready: '.self-table' },
  { name: 'reset-skills', path: () => '/reset-skills', ready: 'label.option' },
  { name: 'coffee-request', path: () => '/coffee-request', ready: '.group-list ion-item' },
  { name: 'coffee-request-new', path: () => '/coffee-request?new=1', ready: 'button.option' },
  { name: 'coffee-request-one', path: ({ coffeePath }) => coffeePath, ready: '.coffee-choices' },
  { name: 'coffee', path: ({ coffeeLink }) => coffeeLink, ready: '.coffee-choices', open: true },
  { name: 'coffee-ended', path: () => `/coffee/${'x'.repeat(43)}`, ready: '.empty', open: true },
  { name: 'badge-hierarchical-list', path: () => '/badge-hierarchical-list', ready: '.member' },
  { name: 'badge-add-manager', path: () => '/badge-add-manager', ready: '#manager_email' },
  { name: 'hierarchical-list', path: ({ managerPath }) => managerPath, ready: '.board', open: true },
  { name: 'hierarchical-list-ended', path: () => `/hierarchical-list/${'x'.repeat(43)}`, ready: '.empty', open: true },
  { name: 'share-event-link', path: () => '/share-event-link', ready: 'ion-item' },
  { name: 'share-event-link-one', path: ({ eventPath }) => eventPath, ready: '.qr' },
  { name: 'share-event-link-new', path: () => '/share-event-link/new', ready: 'label.option' },
  { name: 'event', path: ({ eventLink }) => eventLink, ready: '#participant-email', open: true },
  { name: 'event-closed', path: ({ closedEventLink }) => closedEventLink, ready: '.empty', open: true },
  { name: 'guest-answer', path: ({ guestPath }) => guestPath, ready: '.rating', open: true },
  { name: 'guest-answer-confirmation', path: ({ guestReceipt }) => guestReceipt, ready: '.answer-words', open: true },
  { name: 'broken-link', path: () => '/event', ready: '.broken-link', open: true },
  { name: 'broken-reset-password', path: () => '/reset-password', ready: '.broken-link', open: true },
  { name: 'guest-ended', path: () => `/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`, ready: '.empty', open: true },
]

export interface Api {
  get<T>(path: string): Promise<T>
  send<T>(method: string, path: string, body: object): Promise<T>
  /** For the calls that take a form. */
  submit<T>(path: string, fields: Record<string, string>): Promise<T>
}

/** The API as the logged-in page's own scripts reach it. */
export function apiOf(page: Page): Api {
  const send = (method: string, path: string, body?: object, fields?: Record<string, string>) =>
    page.evaluate(
      async ([method, path, body, fields]) => {
        const csrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
        const reply = await fetch(path as string, {
          method: method as string,
          headers: { ...(body ? { 'content-type': 'application/json' } : {}), 'x-xsrf-token': decodeURIComponent(csrf) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          ...(fields ? { body: new URLSearchParams(fields) } : {}),
        })
        if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`)
        return reply.json()
      },
      [method, path, body, fields] as const,
    )
  return { get: (path) => send('GET', path), send, submit: (path, fields) => send('POST', path, undefined, fields) }
}

export async function acceptTerms(api: Api): Promise<void> {
  const { user } = await api.get<{ user: { terms_version: string } }>('/api/users/1')
  await api.send('POST', '/api/user/terms/accepted', { version: user.terms_version })
}

async function chooseSkills(api: Api): Promise<void> {
  const { skills } = await api.get<{ skills: { id: string }[] }>('/api/skills')
  await api.send('POST', '/api/users/1/skills', { skill_ids: skills.slice(0, 3).map(({ id }) => id) })
}

async function addContacts(api: Api): Promise<void> {
  const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>('/api/colleagues?limit=2')
  const contacts = [...colleagues.map(({ user_id }) => ({ user_id })), { email: 'nora@partner.example', first_name: 'Nora' }]
  await api.send('POST', '/api/users/1/contacts', { contacts })
}

/** Logs in somebody whose onboarding has not begun, in a language. */
export async function makeNewcomer(page: Page, locale: Locale): Promise<void> {
  await login(page, 'new@nova.example', /\/onboarding-/)
  await apiOf(page).send('PATCH', '/api/users/1', { locale })
}

/** Something that was declined, with a reason where one may be given. */
async function declineOne(api: Api): Promise<void> {
  const declined = await api.get<Groups>('/api/feedbacks/received?status=declined')
  if (declined.groups.length > 0) return
  const { groups } = await api.get<Groups>('/api/feedbacks/received?status=pending')
  const last = groups.at(-1)?.feedbacks[0]
  await api.send('POST', `/api/feedbacks/${last?.id}/decline`, { reason: 'Nous n’avons pas encore travaillé ensemble.' })
}

interface Groups {
  groups: { id: string; feedbacks: { id: string }[] }[]
}

/** Camille asks a manager without an account, and the mail's link leads to their page. */
async function askManager(server: RunningServer, api: Api): Promise<string> {
  const manager_email = `manager-${Date.now()}@holding.example`
  await api.submit('/api/users/add/manager', { manager_email, manager_firstName: 'Yannick', manager_lastName: 'Le Goff' })
  const mail = await mailTo(server, manager_email, 'hierarchical-list')
  return /\/hierarchical-list\/[\w-]+/.exec(mail.text)?.[0] ?? ''
}

/** An event that takes answers and one that does not any more. */
async function makeEvents(api: Api, skillId: string) {
  const today = new Date().toISOString().slice(0, 10)
  const create = (title: string) =>
    api.send<{ id: string; link: string }>('POST', '/api/events', {
      title,
      takes_place_on: today,
      skill_ids: [skillId],
      ends_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      idempotency_key: `screens-${title}-${Date.now()}`,
    })
  const closed = await create('Réunion de lancement')
  await api.send('PATCH', `/api/events/${closed.id}`, { closed: true })
  const open = await create('Atelier Horizon')
  return {
    eventPath: `/share-event-link?event=${open.id}`,
    eventLink: new URL(open.link).pathname,
    closedEventLink: new URL(closed.link).pathname,
  }
}

/** Camille, in a language, asks an outsider, who answers one of two skills, and a manager. */
export async function makeWorld(server: RunningServer, page: Page, locale: Locale): Promise<World> {
  await login(page, 'camille@nova.example')
  const api = apiOf(page)
  await api.send('PATCH', '/api/users/1', { locale })
  // Nobody of the demo has seen the badges' tour: it would begin in the middle of a picture.
  await api.get('/api/user/onboarding/badge/finished')
  const { skills } = await api.get<{ skills: { skill: { id: string }; n: number }[] }>('/api/users/1/statistics')
  const [first, second] = skills
  const email = `screens-${Date.now()}@partner.example`
  const sent = await api.send<{ id: string; feedbacks: { id: string }[] }>('POST', '/api/feedbacks/requests', {
    skill_ids: [first?.skill.id, second?.skill.id],
    recipients: [{ email, first_name: 'Nora', last_name: 'Lindqvist', locale }],
    context: 'Le projet Horizon',
    message: 'Merci de votre regard sincère.',
    idempotency_key: `screens-${Date.now()}`,
  })
  // Each of these waits for its mail, and none for another's.
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
  await api.send('POST', `/api/guest/${token}/${feedbackId}`, answer)
  const other = sent.feedbacks.find(({ id }) => id !== feedbackId)?.id ?? ''
  const pending = await api.get<Groups>('/api/feedbacks/received?status=pending')
  const answered = await api.get<Groups>('/api/feedbacks/received?status=answered')
  const { answers } = await api.get<{ answers: { id: string }[] }>('/api/feedbacks/answers')
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
    ...(await findAwards(api)),
    ...(await makeEvents(api, first?.skill.id ?? '')),
  }
}

/** What Camille received and gave, and a type to give. */
async function findAwards(api: Api): Promise<Pick<World, 'awardPath' | 'awardTypePath' | 'awardDonePath'>> {
  interface Awards {
    awards: { id: string }[]
  }
  const { types } = await api.get<{ types: { id: string }[] }>('/api/awards/types')
  const received = await api.get<Awards>('/api/awards?box=received')
  const given = await api.get<Awards>('/api/awards?box=given')
  return {
    awardPath: `/award?id=${received.awards[0]?.id}`,
    awardTypePath: `/award-contacts?type=${types[0]?.id}`,
    awardDonePath: `/award-confirmation?ids=${given.awards.map(({ id }) => id).slice(0, 2)}`,
  }
}

/** Somebody to thank, and on to the words; with room for both they stand there already. */
async function chooseThanked(page: Page) {
  await shown(page).locator('label.option').first().waitFor()
  if ((await shown(page).locator('.person-chip').count()) === 0) await shown(page).locator('label.option').first().click()
  if ((await shown(page).locator('#award-message').count()) === 0) await shown(page).locator('ion-footer ion-button').click()
}

/** What waits for Camille's answer, and the link of what she proposes to somebody outside. */
async function makeCoffee(server: RunningServer, api: Api, locale: Locale): Promise<Pick<World, 'coffeePath' | 'coffeeLink'>> {
  const { coffee_requests } = await api.get<{ coffee_requests: { id: string; can: { accept: boolean } }[] }>('/api/coffee-requests')
  const email = `coffee-${Date.now()}@partner.example`
  await api.send('POST', '/api/coffee-requests', {
    invitee: { email, first_name: 'Nora', last_name: 'Lindqvist', locale },
    slots: [1, 2, 3].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()),
    place: 'Café des Arts',
    message: 'Merci pour votre retour : parlons-en.',
    idempotency_key: `screens-${email}`,
  })
  const mail = await mailTo(server, email, 'coffee')
  return {
    coffeePath: `/coffee-request?id=${coffee_requests.find(({ can }) => can.accept)?.id}`,
    coffeeLink: /\/coffee\/[\w-]+/.exec(mail.text)?.[0] ?? '',
  }
}

/** A list with good lines, a bad one, and one that is known already. */
async function pasteList(page: Page) {
  const list = ['Prénom;Nom;E-mail;Relation', 'Nora;Lindqvist;nora@partner.example;Pair', 'Paul;Martin;paul@;', ';;oliver@nova.example;']
  await shown(page).locator('#import-list').fill(list.join('\n'))
}

/** Opens the words about one skill and ticks one to be quoted. */
async function quoteSomebody(page: Page) {
  await shown(page).locator('.talk-skill summary').first().click()
  const choice = shown(page).locator('.talk-choice input').first()
  await choice.check()
  await expect(shown(page).locator('.talk-paper blockquote').first()).toBeVisible()
}

/** Looked for at each frame: a locator would look again only after half a second, on every screen. */
const isReady = ({ ready, over }: { ready: string; over: boolean }) => {
  const pages = document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')
  const root = over ? document : pages[pages.length - 1]
  return (root?.querySelector(ready)?.checkVisibility() ?? false) && !root?.querySelector('.skeleton')
}

/** Opens a screen and waits until it is complete and still. */
export async function openScreen(page: Page, screen: Screen, world: World): Promise<void> {
  await screen.before?.(apiOf(page))
  await page.goto(screen.path(world), { waitUntil: 'commit' })
  await screen.fill?.(page)
  await page.waitForFunction(isReady, { ready: screen.ready, over: screen.over ?? false }, { timeout: 60_000 })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(350)
}
