import { describe, expect, test } from 'vitest'
import { fullPersonName, personName } from './common.ts'
import { RecipientInput } from './feedback.ts'
import { hasWebAddress, withoutWebAddress } from './plain.ts'

const ADDRESSES = [
  'evil.example',
  'www.evil.example',
  'WWW.Evil.Example',
  'https://evil.example/login',
  'http:evil',
  'javascript:alert(1)',
  'mailto:a@evil.example',
  'ceo@evil.example',
  'evil.example/login?a=b',
  'evil。example',
  'evil｡example',
  'evil．example',
  'evil․example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil\u200b.exam\u00adple',
  'https：//evil',
  '203.0.113.7',
  '203.0.113.7/login',
  'xn--e1afmkfd.xn--p1ai',
  'пример.рф',
  'evil.co.uk.',
]
const NAMES = [
  'Camille',
  'Jean-Luc',
  "O'Brien",
  'J.R.R. Tolkien',
  'Martin Luther King Jr.',
  'St. John',
  'Dr. Strange',
  'Anna-Lena v. Berg',
  'أميرة بنت خالد',
  'د.محمد',
  'María José',
  '李 小龍',
  'X Æ A-12',
  'Version 3.5',
  'Ellipsis... and more',
  'R&D',
  'Team 2/3',
]

describe('web addresses in names', () => {
  test.each(ADDRESSES)('%s is one, alone and in a sentence', (address) => {
    for (const text of [address, `Camille ${address}`, `Camille (${address})`, `See ${address} now`]) {
      expect(hasWebAddress(text), text).toBe(true)
      expect(hasWebAddress(withoutWebAddress(text)), text).toBe(false)
      expect(withoutWebAddress(text), text).not.toBe('')
    }
  })

  test.each(NAMES)('%s is none, and is unchanged', (name) => {
    expect(hasWebAddress(name)).toBe(false)
    expect(withoutWebAddress(name)).toBe(name)
  })

  test('other text is kept; a single address becomes separate words', () => {
    expect(withoutWebAddress('Camille evil.example Martin')).toBe('Camille Martin')
    expect(withoutWebAddress('https://evil.example/login')).toBe('https evil example login')
  })

  test('names are refused with a code for each rule', () => {
    const codes = (value: string, schema: ReturnType<typeof personName> = personName()) =>
      schema.safeParse(value).error?.issues.map(({ message }) => message)
    for (const address of ADDRESSES) expect(codes(`Camille ${address}`), address).toContain('web_address')
    for (const control of ['\n', '\r\n', '\t', '\u0007', '\u202e', '\u2066', '\u2028']) {
      expect(codes(`Cam${control}ille`), JSON.stringify(control)).toEqual(['control_characters'])
    }
    for (const name of NAMES) expect(codes(name, fullPersonName()), name).toBeUndefined()
    expect(codes('', personName())).toBeUndefined()
    const recipient = RecipientInput.safeParse({ email: 'guest@out.example', first_name: 'evil.example' })
    expect(recipient.error?.issues).toMatchObject([{ path: ['first_name'], message: 'web_address' }])
  })
})
