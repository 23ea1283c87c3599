import { expect, test } from 'vitest'
import { fold } from './folding.ts'

test.each([
  ['Élodie Lefèvre', 'elodie lefevre'],
  ['GARÇON', 'garcon'],
  ['Straße', 'strasse'],
  ['Søren Ærø', 'soren aero'],
  ['Œuvre', 'oeuvre'],
  ['Łukasz', 'lukasz'],
  ['Đorđe Guðrún Þór', 'dorde gudrun thor'],
  ['Işıl İnci', 'isil inci'],
  ['Müller', 'muller'],
  ['Zoe\u0308', 'zoe'],
  ['ﬁn １２', 'fin 12'],
  ['أحمد', 'احمد'],
  ['فاطمة', 'فاطمه'],
  ['مُنى', 'مني'],
])('%s is found as %s', (typed, folded) => {
  expect(fold(typed)).toBe(folded)
  expect(fold(folded), 'folding again changes nothing').toBe(folded)
})
