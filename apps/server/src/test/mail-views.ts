import type { Locale } from '@reflet/contract/common'
import type { MessageView } from '../features/notifications/mails/render.ts'

export const LINK = 'https://reflet.example/guest-answer/t0k3n_-/0190a1b2-0000-7000-8000-000000000000?a=1&b=2'
export const STOP = 'https://reflet.example/api/stop/t0k3n'
const SKILLS = ['Écoute active', 'Leadership', 'الإصغاء الفعّال']

const to = (locale: Locale, first_name = 'Amir') => ({ locale, first_name, link: LINK })
/** Of a kind that its reader can switch off. */
const optional = (locale: Locale, first_name?: string) => ({ ...to(locale, first_name), unsubscribe: STOP })

export const asked = (locale: Locale) => ({
  ...optional(locale),
  requester: 'Camille Martin',
  company: 'Atelier Nova',
  skills: SKILLS,
  confidential: false,
  threshold: 3,
  due_at: new Date('2100-06-11T22:30:00Z') as Date | null,
})
type Asked = Partial<ReturnType<typeof asked>>

export const request = (locale: Locale, change: Asked = {}): MessageView => ({ kind: 'request', ...asked(locale), ...change })
export const reminder = (locale: Locale, guest: boolean, change: Asked = {}): MessageView => ({
  kind: 'reminder',
  guest,
  ...asked(locale),
  ...change,
})
export const answered = (locale: Locale, count: number): MessageView => ({ kind: 'answered', ...optional(locale), count })
export const passwordReset = (locale: Locale, hours = 2): MessageView => ({ kind: 'password_reset', ...to(locale), hours })
export const selfEvaluation = (locale: Locale, count: number): MessageView => ({ kind: 'self_evaluation', ...optional(locale), count })
const growth = (locale: Locale, count: number): MessageView => ({ kind: 'growth', ...optional(locale), count })
export const toManager = (
  locale: Locale,
  kind: 'hierarchy_request' | 'hierarchy_reminder' = 'hierarchy_request',
  employee = 'Camille Martin',
): MessageView => ({ kind, ...optional(locale), employee, company: 'Atelier Nova', expires_at: new Date('2100-06-11T22:30:00Z') })
export const filled = (locale: Locale, manager = 'Oliver Hall'): MessageView => ({ kind: 'hierarchy_filled', ...optional(locale), manager })

const reminders = (locale: Locale): MessageView => ({
  kind: 'reminders',
  ...optional(locale),
  groups: [
    { requester: 'Camille Martin', skills: SKILLS },
    { requester: 'Greta Vogel', skills: SKILLS.slice(1) },
  ],
})
const award = (locale: Locale, visibility: 'private' | 'company'): MessageView => ({
  kind: 'award',
  ...optional(locale),
  giver: 'Greta Vogel',
  type: 'Team spirit',
  visibility,
})
const thanked = (locale: Locale, has_words: boolean) => ({ ...optional(locale), receiver: 'Camille Martin', has_words })
const shared = (locale: Locale, count: number): MessageView => ({
  kind: 'shared',
  ...optional(locale, 'Oliver'),
  owner: 'Camille Martin',
  count,
})
const noted = (locale: Locale, has_words: boolean): MessageView => ({
  kind: 'noted',
  ...optional(locale, 'Camille'),
  manager: 'Oliver Hall',
  has_words,
})

const aboutCoffee = (locale: Locale, name = 'Camille Martin') => ({
  ...optional(locale),
  name,
  company: 'Atelier Nova',
  guest: false,
  slots: [new Date('2100-06-11T07:30:00Z'), new Date('2100-06-12T13:00:00Z')],
  minutes: 30,
  place: 'Café des Arts' as string | null,
  time_zone: 'Europe/Paris',
})
export const coffeeMails = (locale: Locale, name?: string): MessageView[] => {
  const about = aboutCoffee(locale, name)
  const ends = ['declined', 'cancelled', 'expired', 'calendar_only'] as const
  return [
    { kind: 'coffee_proposed', moved: false, ...about },
    { kind: 'coffee_proposed', moved: true, ...about, guest: true, place: null },
    { kind: 'coffee_accepted', ...about, slots: about.slots.slice(1) },
    ...ends.map((end) => ({ kind: 'coffee_ended' as const, end, cleared: true, ...about })),
  ]
}

export const mailedBadge = (locale: Locale, skill = 'Active listening', company = 'Atelier Nova'): MessageView => ({
  kind: 'badge',
  ...to(locale, 'Camille'),
  skill,
  company,
})
export const earnable = (locale: Locale, count: number): MessageView => ({
  kind: 'badge_earnable',
  ...optional(locale, 'Camille'),
  count,
})

const secured = (locale: Locale) => ({
  ...to(locale, 'Camille'),
  company: 'Atelier Nova',
  at: new Date('2026-11-16T09:30:00Z'),
  time_zone: 'Europe/Paris',
})
const newDevice = (locale: Locale, browser: string | null = 'Firefox'): MessageView => ({
  kind: 'new_device',
  browser,
  system: browser && 'Linux',
  network: '192.0.2.0/24',
  ...secured(locale),
})
const SECURITY_CHANGES = [
  ...(['password_changed', 'passkey_added', 'passkey_removed', 'totp_added', 'totp_removed'] as const),
  ...(['recovery_codes_made', 'recovery_code_used', 'factors_reset', 'number_changed'] as const),
]
const ADMINISTRATION_CHANGES = [
  ...(['sign_in_changed', 'provider_changed', 'provider_removed', 'emergency_opened', 'token_created', 'token_deleted'] as const),
  ...(['admin_added', 'admin_removed', 'admins_imported', 'others_factors_reset', 'address_restored', 'admin_address'] as const),
]
const administration = (locale: Locale, changes: Partial<Extract<MessageView, { kind: 'administration_changed' }>>): MessageView => ({
  kind: 'administration_changed',
  change: 'admin_added',
  ...secured(locale),
  by: { kind: 'person', name: 'Oliver Smith' },
  person: 'Camille Durand',
  promoted: 2,
  demoted: 1,
  isAdmin: true,
  ...changes,
})
const invited = (locale: Locale, sign_on: boolean): MessageView => ({
  kind: 'invitation',
  ...to(locale, 'Camille'),
  company: 'Atelier Nova',
  expires_at: new Date('2026-11-30T09:30:00Z'),
  time_zone: 'Europe/Paris',
  sign_on,
})

/** A mail of each kind, in its variants. */
export const allKinds = (locale: Locale): MessageView[] => [
  request(locale),
  request(locale, { confidential: true, due_at: null }),
  { kind: 'guest_request', ...asked(locale) },
  { kind: 'guest_request', ...asked(locale), first_name: '', confidential: true },
  reminder(locale, true),
  reminder(locale, false),
  reminders(locale),
  answered(locale, 1),
  answered(locale, 3),
  passwordReset(locale),
  selfEvaluation(locale, 1),
  selfEvaluation(locale, 7),
  toManager(locale),
  toManager(locale, 'hierarchy_reminder'),
  filled(locale),
  award(locale, 'private'),
  award(locale, 'company'),
  { kind: 'thanks', ...thanked(locale, true) },
  { kind: 'thanks', ...thanked(locale, false) },
  { kind: 'guest_thanks', company: 'Atelier Nova', ...thanked(locale, true) },
  { kind: 'guest_receipt', company: 'Atelier Nova', ...optional(locale), receiver: 'Camille Martin' },
  shared(locale, 1),
  shared(locale, 3),
  noted(locale, false),
  noted(locale, true),
  growth(locale, 1),
  growth(locale, 3),
  mailedBadge(locale),
  earnable(locale, 1),
  earnable(locale, 3),
  newDevice(locale),
  newDevice(locale, null),
  ...SECURITY_CHANGES.map((change): MessageView => ({ kind: 'security_changed', change, ...secured(locale) })),
  ...ADMINISTRATION_CHANGES.map((change) => administration(locale, { change })),
  ...(['operator', 'scim', 'system'] as const).map((kind) => administration(locale, { by: { kind, name: null }, person: null })),
  administration(locale, { change: 'admin_removed', isAdmin: false, by: { kind: 'person', name: null } }),
  invited(locale, false),
  invited(locale, true),
  ...coffeeMails(locale),
  { kind: 'coffee_ended', end: 'left', cleared: true, ...aboutCoffee(locale, '') },
  { kind: 'coffee_ended', end: 'declined', cleared: false, ...aboutCoffee(locale), slots: [] },
]
