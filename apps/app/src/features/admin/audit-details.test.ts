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
  ['ids are left out', { import: '0197', result: 'retired' }, []],
])('%s', (_what, details, said) => {
  expect(auditDetails(details, t)).toEqual(said)
})
