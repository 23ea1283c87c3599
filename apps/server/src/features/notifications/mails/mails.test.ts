import { LOCALES } from '@reflet/contract/common'
import { describe, expect, it } from 'vitest'
import {
  allKinds,
  answered,
  asked,
  coffeeMails,
  earnable,
  filled,
  LINK,
  mailedBadge,
  passwordReset,
  reminder,
  request,
  STOP,
  selfEvaluation,
  toManager,
} from '../../../test/mail-views.ts'
import { type MessageView, renderMessage } from './render.ts'
import texts from './texts.json' with { type: 'json' }

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

describe('texts', () => {
  it('have the same keys in every language', () => {
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
        earnable(locale, count),
        passwordReset(locale, count),
        request(locale, { confidential: true, threshold: count }),
      ]) {
        expect((await renderMessage(view)).text).not.toMatch(/\{\w+\}|undefined|[٠-٩]/)
      }
    }
  })
})

describe('names', () => {
  it.each(LOCALES)('are escaped as text in %s, never markup', async (locale) => {
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

  it('cannot break the subject or reverse the text', async () => {
    const view = request('en', { requester: 'Eve\r\nBcc: all@nova.example\u202e', skills: ['Calm'] })
    expect((await renderMessage(view)).subject).toBe('Eve Bcc: would like your feedback on Calm')
  })

  it('that look like placeholders are unchanged', async () => {
    const { subject } = await renderMessage(request('en', { requester: '{skills}', skills: ['Calm'] }))
    expect(subject).toBe('{skills} would like your feedback on Calm')
  })

  it.each(LOCALES)('that are very long are cut in %s', async (locale) => {
    const name = 'Maximiliane👩‍👩‍👧‍👦 '.repeat(30)
    const long = { requester: name, skills: ['Écoute active '.repeat(20)] }
    const views = [request(locale, long), reminder(locale, true, long)]
    const ofManagers = [toManager(locale, 'hierarchy_request', name), toManager(locale, 'hierarchy_reminder', name), filled(locale, name)]
    for (const view of [...views, ...ofManagers, ...coffeeMails(locale, name), mailedBadge(locale, name, name)]) {
      const { subject } = await renderMessage(view)
      expect(subject.length).toBeLessThan(90)
      expect(subject).toContain('…')
      expect(subject.isWellFormed()).toBe(true)
    }
  })

  it('of a guest may be missing', async () => {
    const { text } = await renderMessage({ kind: 'guest_request', ...asked('fr'), first_name: '' })
    expect(text).toContain('\nBonjour,\n')
  })
})

describe('content', () => {
  it('names the requester, the skills, the day and who sees the answer', async () => {
    const { subject, text } = await renderMessage(request('en'))
    expect(subject).toBe('Camille Martin would like your feedback on Écoute active, Leadership, and الإصغاء الفعّال')
    expect(text).toContain('- Écoute active\n- Leadership\n')
    expect(text).toContain('Saturday, June 12, 2100')
    expect(text).toContain('Camille Martin sees your answer with your name and may show it to their manager.')
  })

  it('shows the number of skills when their names do not fit the subject', async () => {
    const { subject } = await renderMessage(request('de', { skills: Array<string>(5).fill('Konstruktives Feedback geben') }))
    expect(subject).toBe('Camille Martin bittet Sie um Feedback zu 5 Kompetenzen')
  })

  it('shows the threshold of a confidential request, and never promises the name', async () => {
    const { text } = await renderMessage(request('fr', { confidential: true, threshold: 5 }))
    expect(text).toContain('que lorsque 5 collègues ont répondu à Camille Martin, et jamais avec votre nom')
    expect(text).not.toContain('visible que par')
  })

  it('uses the day in the reader’s time zone', async () => {
    const due_at = new Date('2100-06-11T22:30:00Z')
    const view: MessageView = { kind: 'request', ...asked('en'), due_at, time_zone: 'America/New_York' }
    expect((await renderMessage(view)).text).toContain('Friday, June 11, 2100')
  })

  it('shows a guest the company, the time it takes and that no account is needed', async () => {
    const { text } = await renderMessage({ kind: 'guest_request', ...asked('en') })
    expect(text).toMatch(/No account needed.*five minutes/)
    expect(text).toContain('used by Atelier Nova')
  })

  it('mentions accounts only to guests in reminders', async () => {
    expect((await renderMessage(reminder('en', false))).text).not.toMatch(/account|Atelier Nova/)
    expect((await renderMessage(reminder('en', true))).text).toMatch(/without an account/)
  })

  it.each([
    [1, 'إجابة جديدة في انتظارك'],
    [2, 'إجابتان جديدتان في انتظارك'],
    [5, '5 إجابات جديدة في انتظارك'],
    [12, '12 إجابة جديدة في انتظارك'],
  ])('counts %i answers in Arabic', async (count, words) => {
    expect(withoutIsolates((await renderMessage(answered('ar', count))).subject)).toBe(words)
  })

  it('shows a manager who invites them, how long it takes, until when, and who sees it', async () => {
    const { subject, text } = await renderMessage(toManager('en'))
    expect(subject).toBe('Camille Martin would like you to fill in their working relationships')
    expect(text).toMatch(/No account needed.*three minutes.*Saturday, June 12, 2100/)
    expect(text).toContain('Only Camille Martin sees what you save')
    expect(text).toContain('used by Atelier Nova')
  })

  it.each([
    [1, 'إحدى مهاراتك تستحق نظرة جديدة'],
    [2, 'اثنتان من مهاراتك تستحقان نظرة جديدة'],
    [5, '5 من مهاراتك تستحق نظرة جديدة'],
  ])('counts %i skills to rate in Arabic', async (count, words) => {
    expect((await renderMessage(selfEvaluation('ar', count))).subject).toBe(words)
  })

  it('has no unsubscribe link in account mails', async () => {
    const { html, text } = await renderMessage(passwordReset('en'))
    expect(html + text).not.toContain(texts.en.unsubscribe)
    expect(text).toContain('valid for 2 hours')
  })
})
