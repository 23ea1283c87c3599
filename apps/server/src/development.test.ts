import { expect, onTestFinished, test, vi } from 'vitest'
import { DEMO_PASSWORD } from './demo/seed.ts'
import { greet, seedWhenEmpty } from './development.ts'
import { deleteCompany } from './features/companies/deletion.commands.ts'
import { createCompany, createUser } from './test/factories.ts'
import { useTestApp } from './test/use-test-app.ts'

const app = useTestApp()

async function said(seeded: boolean) {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => log.mockRestore())
  await greet({ publicUrl: 'http://localhost:3000', inboxUrl: null, seeded, db: app.database.db })
  log.mockRestore()
  return lines.join('\n')
}

test('the start message shows the demo password only if the demo companies exist', async () => {
  const { db } = app.database
  const company = await createCompany(app)
  await createUser(app, company)
  expect(await seedWhenEmpty(db, app.vault), 'a database with data is left alone').toBe(false)
  expect(await said(false)).not.toContain(DEMO_PASSWORD)
  expect(await said(false)).toContain('http://localhost:3000')

  await deleteCompany(db, company.id)
  expect(await seedWhenEmpty(db, app.vault)).toBe(true)
  expect(await said(true)).toContain(DEMO_PASSWORD)
  expect(await said(false), 'started again').toContain(DEMO_PASSWORD)
})
