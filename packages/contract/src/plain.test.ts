import { describe, expect, test } from 'vitest'
import { fullPersonName, personName } from './common.ts'
import { RecipientInput } from './feedback.ts'
import { hasWebAddress, withoutLinks, withoutWebAddress } from './plain.ts'

const ADDRESSES = {
  'a host': ['evil.example', 'www.evil.example', 'WWW.Evil.Example', 'evil.co.uk.', 'Evil.Example', 'evil.example.', 'X.Com:443'],
  'an address with its scheme': ['https://evil.example/login', 'http:evil', 'javascript:alert(1)', 'https：//evil'],
  'a mail address': ['mailto:a@evil.example', 'ceo@evil.example', 'S.Kumar@evil'],
  'a host with a path': ['evil.example/login?a=b', 'T.Co/evil'],
  'a host with other dots, full width or hidden characters': [
    ...['evil。example', 'evil｡example', 'evil．example', 'evil․example', 'ｅｖｉｌ．ｅｘａｍｐｌｅ', 'com\ufe12cn'],
    ...['evil\u200b.exam\u00adple', 'evil.\u2065com'],
  ],
  'an IP address': ['203.0.113.7', '203.0.113.7/login', '203.0.113.7.'],
  'a share of files': ['\\\\evil\\share', 'file:\\\\evil'],
  'a host of symbols or another script': ['💩.la', 'i❤.ws', '😀🏽.ws/login', 'xn--e1afmkfd.xn--p1ai', 'пример.рф', 'موقع.مصر', '中国.公司'],
  'a host like initials': ['Ow.Ly', 'J.evil', 'j.Evil', 'Dr_Evil.Example'],
}
const NAMES = {
  'in Latin letters': ['Camille', 'Jean-Luc', "O'Brien", 'María José', 'X Æ A-12', 'R&D', 'Team 2/3', 'a@', '@Ada'],
  'with initials and abbreviations': ['J.R.R. Tolkien', 'Martin Luther King Jr.', 'St. John', 'Dr. Strange', 'Anna-Lena v. Berg', 'Ph.D.'],
  'in other scripts': ['أميرة بنت خالد', '李 小龍'],
  'with other dots': ['Version 3.5', 'Ellipsis... and more', '1.2.3.4.5', 'Ada ❤. Bo'],
}
/** Written without a space after initials or an abbreviation, each with the form of mails. */
const INITIALS: readonly [string, string][] = [
  ['S.Balakrishnan', 'S. Balakrishnan'],
  ['S.BALAKRISHNAN', 'S. BALAKRISHNAN'],
  ['A.P.J.Abdul Kalam', 'A. P. J. Abdul Kalam'],
  ['St.John', 'St. John'],
  ['Mrs.Ma’ruf-Smith', 'Mrs. Ma’ruf-Smith'],
  ['J.-P.Martin', 'J.-P. Martin'],
  ['É.Dupont', 'É. Dupont'],
  ['J.Li', 'J. Li'],
  ['B.Sc.', 'B. Sc.'],
  ['د.محمد', 'د. محمد'],
  ['أ.د.محمد', 'أ. د. محمد'],
  ['李.小龍', '李. 小龍'],
  ['M. S.Dhoni (Ravi)', 'M. S. Dhoni (Ravi)'],
]

describe('web addresses in names', () => {
  test.each(Object.entries(ADDRESSES))('%s is one, alone and in a sentence: %j', (_kind, addresses) => {
    for (const text of addresses.flatMap((one) => [one, `Camille ${one}`, `Camille (${one})`, `See ${one} now`])) {
      expect(hasWebAddress(text), text).toBe(true)
      for (const plain of [withoutWebAddress(text), withoutLinks(text)]) {
        expect(hasWebAddress(plain), text).toBe(false)
        expect(plain, text).not.toBe('')
      }
    }
  })

  test.each(Object.entries(NAMES))('a name %s is none, and is unchanged: %j', (_kind, names) => {
    expect(names.filter(hasWebAddress)).toEqual([])
    expect(names.map(withoutWebAddress)).toEqual(names)
    expect(names.map(withoutLinks)).toEqual(names)
  })

  test.each(INITIALS)('%s is none; mails write a space after the initials', (name, inMails) => {
    expect(hasWebAddress(name)).toBe(false)
    expect(withoutWebAddress(name)).toBe(name)
    expect(withoutLinks(name)).toBe(inMails)
    expect(withoutLinks(`${name} evil.example`)).toBe(inMails)
    expect(withoutLinks(`علی\u200cرضا ${name}`), 'other words keep their joiners').toBe(`علی\u200cرضا ${inMails}`)
    expect(fullPersonName().safeParse(name).success).toBe(true)
  })

  test('other text is kept; a single address becomes separate words', () => {
    expect(withoutWebAddress('Camille evil.example Martin')).toBe('Camille Martin')
    expect(withoutWebAddress('https://evil.example/login')).toBe('https evil example login')
  })

  test('names are refused with a code for each rule', () => {
    const codes = (value: string, schema: ReturnType<typeof personName> = personName()) =>
      schema.safeParse(value).error?.issues.map(({ message }) => message)
    for (const address of Object.values(ADDRESSES).flat()) expect(codes(`Camille ${address}`), address).toContain('web_address')
    for (const control of ['\n', '\r\n', '\t', '\u0007', '\u202e', '\u2066', '\u2028']) {
      expect(codes(`Cam${control}ille`), JSON.stringify(control)).toEqual(['control_characters'])
    }
    for (const name of Object.values(NAMES).flat()) expect(codes(name, fullPersonName()), name).toBeUndefined()
    expect(codes('', personName())).toBeUndefined()
    const recipient = RecipientInput.safeParse({ email: 'guest@out.example', first_name: 'evil.example' })
    expect(recipient.error?.issues).toMatchObject([{ path: ['first_name'], message: 'web_address' }])
  })
})
