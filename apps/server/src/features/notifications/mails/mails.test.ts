import { LOCALES, type Locale } from '@reflet/contract/common'
import { describe, expect, it } from 'vitest'
import { type MessageView, renderMessage } from './render.ts'
import texts from './texts.json' with { type: 'json' }

const LINK = 'https://reflet.example/guest-answer/t0k3n_-/0190a1b2-0000-7000-8000-000000000000?a=1&b=2'
const STOP = 'https://reflet.example/api/stop/t0k3n'
const SKILLS = ['Écoute active', 'Leadership', 'الإصغاء الفعّال']

const asked = (locale: Locale) => ({
  locale,
  first_name: 'Amir',
  requester: 'Camille Martin',
  company: 'Atelier Nova',
  skills: SKILLS,
  confidential: false,
  threshold: 3,
  due_at: new Date('2100-06-11T22:30:00Z') as Date | null,
  link: LINK,
  unsubscribe: STOP,
})

const request = (locale: Locale, change: Partial<ReturnType<typeof asked>> = {}): MessageView => ({
  kind: 'request',
  ...asked(locale),
  ...change,
})
const reminder = (locale: Locale, guest: boolean, change: Partial<ReturnType<typeof asked>> = {}): MessageView => ({
  kind: 'reminder',
  guest,
  ...asked(locale),
  ...change,
})
const answered = (locale: Locale, count: number): MessageView => ({
  kind: 'answered',
  locale,
  first_name: 'Amir',
  count,
  link: LINK,
  unsubscribe: STOP,
})
const passwordReset = (locale: Locale, hours = 2): MessageView => ({
  kind: 'password_reset',
  locale,
  first_name: 'Amir',
  link: LINK,
  hours,
})

const selfEvaluation = (locale: Locale, count: number): MessageView => ({
  kind: 'self_evaluation',
  locale,
  first_name: 'Amir',
  count,
  link: LINK,
  unsubscribe: STOP,
})
const toManager = (
  locale: Locale,
  kind: 'hierarchy_request' | 'hierarchy_reminder' = 'hierarchy_request',
  employee = 'Camille Martin',
): MessageView => ({
  kind,
  locale,
  first_name: 'Amir',
  employee,
  company: 'Atelier Nova',
  expires_at: new Date('2100-06-11T22:30:00Z'),
  link: LINK,
  unsubscribe: STOP,
})
const filled = (locale: Locale, manager = 'Oliver Hall'): MessageView => ({
  kind: 'hierarchy_filled',
  locale,
  first_name: 'Amir',
  manager,
  link: LINK,
  unsubscribe: STOP,
})

const reminders = (locale: Locale): MessageView => ({
  kind: 'reminders',
  locale,
  first_name: 'Amir',
  groups: [
    { requester: 'Camille Martin', skills: SKILLS },
    { requester: 'Greta Vogel', skills: SKILLS.slice(1) },
  ],
  link: LINK,
  unsubscribe: STOP,
})

const award = (locale: Locale, visibility: 'private' | 'company'): MessageView => ({
  kind: 'award',
  locale,
  first_name: 'Amir',
  giver: 'Greta Vogel',
  type: 'Team spirit',
  visibility,
  link: LINK,
  unsubscribe: STOP,
})

const thanked = (locale: Locale, has_words: boolean) => ({
  locale,
  first_name: 'Amir',
  receiver: 'Camille Martin',
  has_words,
  link: LINK,
  unsubscribe: STOP,
})
const shared = (locale: Locale, count: number): MessageView => ({
  kind: 'shared',
  locale,
  first_name: 'Oliver',
  owner: 'Camille Martin',
  count,
  link: LINK,
  unsubscribe: STOP,
})

const aboutCoffee = (locale: Locale, name = 'Camille Martin') => ({
  locale,
  first_name: 'Amir',
  name,
  company: 'Atelier Nova',
  guest: false,
  slots: [new Date('2100-06-11T07:30:00Z'), new Date('2100-06-12T13:00:00Z')],
  minutes: 30,
  place: 'Café des Arts' as string | null,
  time_zone: 'Europe/Paris',
  link: LINK,
  unsubscribe: STOP,
})
const coffeeMails = (locale: Locale, name?: string): MessageView[] => {
  const about = aboutCoffee(locale, name)
  return [
    { kind: 'coffee_proposed', moved: false, ...about },
    { kind: 'coffee_proposed', moved: true, ...about, guest: true, place: null },
    { kind: 'coffee_accepted', ...about, slots: about.slots.slice(1) },
    ...(['declined', 'cancelled', 'expired', 'told'] as const).map((end) => ({
      kind: 'coffee_ended' as const,
      end,
      cleared: true,
      ...about,
    })),
  ]
}

const allKinds = (locale: Locale): MessageView[] => [
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
  shared(locale, 1),
  shared(locale, 3),
  ...coffeeMails(locale),
  { kind: 'coffee_ended', end: 'left', cleared: true, ...aboutCoffee(locale, '') },
  { kind: 'coffee_ended', end: 'declined', cleared: false, ...aboutCoffee(locale), slots: [] },
]

const cases = LOCALES.flatMap((locale) => allKinds(locale).map((view, index) => ({ name: `${locale} ${view.kind} ${index}`, view })))
const times = (text: string, part: string | RegExp) => text.split(part).length - 1
const escaped = (url: string) => url.replaceAll('&', '&amp;')
const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/g, '')

describe('every mail in every language', () => {
  it.each(cases)('$name', async ({ view }) => {
    const { subject, html, text } = await renderMessage(view)

    expect(html).toContain(`href="${escaped(LINK)}"`)
    expect(text).toContain(LINK)
    const root = /<html[^>]*>/.exec(html)?.[0]
    expect(root).toContain(`lang="${view.locale}"`)
    expect(root).toContain(view.locale === 'ar' ? 'dir="rtl"' : 'dir="ltr"')
    expect(html.includes('dir="rtl"')).toBe(view.locale === 'ar')

    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(/\{\w+\}/)
      expect(part).not.toMatch(/undefined|\[object|NaN|Invalid/)
    }
    expect(subject).not.toMatch(/[\r\n]/)
    expect(subject.length).toBeLessThan(90)

    expect(times(html, /<a [^>]*class="button"/)).toBe(1)
    expect(html).not.toMatch(/<img|<script|@import|url\(|<link/)
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    const expected = 'unsubscribe' in view ? [LINK, LINK, STOP] : [LINK, LINK]
    expect(addresses).toEqual(expected.map(escaped))
  })
})

describe('words', () => {
  it('are the same keys in every language', () => {
    const keys = Object.keys(texts.en).sort()
    for (const locale of LOCALES) expect(Object.keys(texts[locale]).sort(), locale).toEqual(keys)
  })

  it.each(LOCALES)('have every plural form of %s, and the same placeholders as English', (locale) => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
    for (const [key, english] of Object.entries(texts.en)) {
      const entry: string | Record<string, string> = texts[locale][key as keyof typeof texts.en]
      expect(typeof entry, key).toBe(typeof english)
      if (typeof entry === 'string' || typeof english === 'string') {
        expect(names(String(entry)), key).toEqual(names(String(english)))
        continue
      }
      expect(Object.keys(entry).sort(), key).toEqual(categories)
      expect(names(entry.other ?? ''), key).toEqual(names(english.other))
      for (const form of Object.values(entry)) expect(form.trim(), key).not.toBe('')
    }
  })

  it.each(LOCALES)('fit every number in %s', async (locale) => {
    for (const count of [0, 1, 2, 3, 11, 100, 1_000_000]) {
      for (const view of [
        answered(locale, count),
        selfEvaluation(locale, count),
        passwordReset(locale, count),
        request(locale, { confidential: true, threshold: count }),
      ]) {
        expect((await renderMessage(view)).text).not.toMatch(/\{\w+\}|undefined|[٠-٩]/)
      }
    }
  })
})

describe('names', () => {
  it.each(LOCALES)('are shown as text in %s, never as markup', async (locale) => {
    const name = '<b>x</b> & "y"'
    const { html } = await renderMessage({
      kind: 'guest_request',
      ...asked(locale),
      first_name: name,
      requester: name,
      company: name,
      skills: [name],
    })
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;')
  })

  it('are isolated in Arabic, and nowhere else', async () => {
    const arabic = await renderMessage(request('ar'))
    for (const part of [arabic.subject, arabic.html, arabic.text]) expect(part).toContain('\u2068Camille Martin\u2069')
    const french = await renderMessage(request('fr'))
    expect(french.subject + french.html + french.text).not.toMatch(/[\u2068\u2069]/)
  })

  it('cannot break the subject or turn the text around', async () => {
    const view = request('en', { requester: 'Eve\r\nBcc: all@nova.example\u202e', skills: ['Calm'] })
    expect((await renderMessage(view)).subject).toBe('Eve Bcc: asks for your feedback on Calm')
  })

  it('that look like placeholders stay as they are', async () => {
    const { subject } = await renderMessage(request('en', { requester: '{skills}', skills: ['Calm'] }))
    expect(subject).toBe('{skills} asks for your feedback on Calm')
  })

  it.each(LOCALES)('that are very long are cut in %s', async (locale) => {
    const name = 'Maximiliane👩‍👩‍👧‍👦 '.repeat(30)
    const long = { requester: name, skills: ['Écoute active '.repeat(20)] }
    const views = [request(locale, long), reminder(locale, true, long)]
    const ofManagers = [toManager(locale, 'hierarchy_request', name), toManager(locale, 'hierarchy_reminder', name), filled(locale, name)]
    for (const view of [...views, ...ofManagers, ...coffeeMails(locale, name)]) {
      const { subject } = await renderMessage(view)
      expect(subject.length).toBeLessThan(90)
      expect(subject).toContain('…')
      expect(subject.isWellFormed()).toBe(true)
    }
  })

  it('greet a guest without a name too', async () => {
    const { text } = await renderMessage({ kind: 'guest_request', ...asked('fr'), first_name: '' })
    expect(text).toContain('\nBonjour,\n')
  })
})

describe('what is said', () => {
  it('names who asks, the skills, the day and who sees the answer', async () => {
    const { subject, text } = await renderMessage(request('en'))
    expect(subject).toBe('Camille Martin asks for your feedback on Écoute active, Leadership, and الإصغاء الفعّال')
    expect(text).toContain('- Écoute active\n- Leadership\n')
    expect(text).toContain('Saturday, June 12, 2100')
    expect(text).toContain('Camille Martin sees your answer, with your name, and may show it to their manager.')
  })

  it('counts the skills when their names do not fit the subject', async () => {
    const { subject } = await renderMessage(request('de', { skills: Array<string>(5).fill('Konstruktives Feedback geben') }))
    expect(subject).toBe('Camille Martin bittet Sie um Feedback zu 5 Kompetenzen')
  })

  it('says how many must answer a confidential request, and never promises the name', async () => {
    const { text } = await renderMessage(request('fr', { confidential: true, threshold: 5 }))
    expect(text).toContain('que lorsque 5 collègues de Camille Martin ont répondu, et jamais avec votre nom')
    expect(text).not.toContain('visible que par')
  })

  it('takes the day of the place where the reader lives', async () => {
    const due_at = new Date('2100-06-11T22:30:00Z')
    const view: MessageView = { kind: 'request', ...asked('en'), due_at, time_zone: 'America/New_York' }
    expect((await renderMessage(view)).text).toContain('Friday, June 11, 2100')
  })

  it('tells a guest the company, the time it takes and that no account is needed', async () => {
    const { text } = await renderMessage({ kind: 'guest_request', ...asked('en') })
    expect(text).toMatch(/no account.*5 minutes/)
    expect(text).toContain('used by Atelier Nova')
  })

  it('speaks of accounts only to guests when it reminds', async () => {
    expect((await renderMessage(reminder('en', false))).text).not.toMatch(/account|Atelier Nova/)
    expect((await renderMessage(reminder('en', true))).text).toMatch(/no account/)
  })

  it.each([
    [1, 'إجابة جديدة في انتظارك'],
    [2, 'إجابتان جديدتان في انتظارك'],
    [5, '5 إجابات جديدة في انتظارك'],
    [12, '12 إجابة جديدة في انتظارك'],
  ])('counts %i answers in Arabic', async (count, words) => {
    expect(withoutIsolates((await renderMessage(answered('ar', count))).subject)).toBe(words)
  })

  it('tells a manager who asks, how long it takes, until when, and who sees it', async () => {
    const { subject, text } = await renderMessage(toManager('en'))
    expect(subject).toBe('Camille Martin asks you to fill in their hierarchy')
    expect(text).toMatch(/no account.*3 minutes.*Saturday, June 12, 2100/)
    expect(text).toContain('Only Camille Martin sees what you save')
    expect(text).toContain('used by Atelier Nova')
  })

  it.each([
    [1, 'إحدى مهاراتك تستحق نظرة جديدة'],
    [2, 'اثنتان من مهاراتك تستحقان نظرة جديدة'],
    [5, '5 من مهاراتك تستحق نظرة جديدة'],
  ])('counts %i skills to look at in Arabic', async (count, words) => {
    expect((await renderMessage(selfEvaluation('ar', count))).subject).toBe(words)
  })

  it('offers no unsubscribing from account mails', async () => {
    const { html, text } = await renderMessage(passwordReset('en'))
    expect(html + text).not.toContain(texts.en.unsubscribe)
    expect(text).toContain('valid for 2 hours')
  })
})
