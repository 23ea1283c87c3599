import { expect, test } from 'vitest'
import { auditDetails } from './audit-details.ts'

const t = ((key: string) => key.slice(key.lastIndexOf('.') + 1)) as never

test.each([
  [
    'policies with both values',
    {
      before: { quiet_hours: null, reminder_days: [3, 10] },
      after: { quiet_hours: { from: '20:00', to: '08:00' }, reminder_days: [2, 5] },
    },
    ['quiet: – → 20:00–08:00', 'first_reminder: 3, 10 → 2, 5'],
  ],
  ['changed fields, known ones only', { fields: ['role', 'manager_id', 'later'], role: 'admin' }, ['role, manager']],
  ['counts and sizes', { created: 2, errors: 0, bytes: 1500 }, ['created: 2', 'errors: 0', 'bytes: 2 kB']],
  [
    'rules of signing in that changed',
    { before: { password_login: 'everyone', second_factor: 'off' }, after: { password_login: 'nobody', second_factor: 'off' } },
    ['password_login: everyone → nobody'],
  ],
  ['how someone signed in', { method: 'password', second: 'totp' }, ['method: password', 'second: totp']],
  ['why a sign-in was refused', { method: 'saml', reason: 'audience', received: 'https://other' }, ['method: saml', 'audience']],
  ['what a test brought', { protocol: 'oidc', outcome: 'ok' }, ['protocol: oidc', 'ok']],
  ['ids are left out', { import: '0197', result: 'retired' }, []],
])('%s', (_what, details, said) => {
  expect(auditDetails(details, t)).toEqual(said)
})
