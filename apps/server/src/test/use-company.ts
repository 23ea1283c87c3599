import { MINUTE_MS } from '@reflet/contract/durations'
import { beforeAll, beforeEach } from 'vitest'
import type { TestApp } from './build-test-app.ts'
import { createCompany, createUser, signIn, type TestCompany, type TestUser } from './factories.ts'

type CompanyOptions = Parameters<typeof createCompany>[1]
type PersonOptions = Parameters<typeof createUser>[2]

/** Names, or names with what differs from the defaults. `camille` becomes Camille Martin. */
type People<Name extends string> = readonly Name[] | Record<Name, PersonOptions>
type ByName<Name extends string> = { readonly [name in Name]: TestUser }

const LAST_NAMES: Record<string, string> = { amir: 'Haddad', camille: 'Martin' }

let count = 0
const defaultsOf = (name: string) => ({
  email: `${name}-${++count}@company.example`,
  first_name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  ...(LAST_NAMES[name] && { last_name: LAST_NAMES[name] }),
})

/** People that do not exist yet, and a function that creates them in this company. */
function prepare<Name extends string>(app: TestApp, company: TestCompany, people: People<Name>) {
  const named = (Array.isArray(people) ? people.map((name) => [name, {}]) : Object.entries(people)) as [Name, PersonOptions][]
  const users = Object.fromEntries(named.map(([name]) => [name, {}])) as ByName<Name>
  const create = async () => {
    for (const [name, options] of named) {
      Object.assign(users[name], await createUser(app, company, { ...defaultsOf(name), ...options }))
    }
  }
  return { users, create }
}

/** A company with signed-in people, by name, for all tests of a file: `const { company, camille } = useCompany(app, ['camille'])`. */
export function useCompany<Name extends string = never>(app: TestApp, people: People<Name> = [], options: CompanyOptions = {}) {
  return companyBefore(beforeAll, app, people, options)
}

/** The same anew for each test. */
export function useCompanyPerTest<Name extends string = never>(app: TestApp, people: People<Name> = [], options: CompanyOptions = {}) {
  return companyBefore(beforeEach, app, people, options)
}

/** Signed-in people of a company, new ones for each test. */
export function usePeoplePerTest<Name extends string>(app: TestApp, company: TestCompany, people: People<Name>): ByName<Name> {
  const { users, create } = prepare(app, company, people)
  beforeEach(create)
  return users
}

function companyBefore<Name extends string>(
  hook: (run: () => Promise<void>) => void,
  app: TestApp,
  people: People<Name>,
  options: CompanyOptions,
) {
  const company = {} as TestCompany
  const { users, create } = prepare(app, company, people)
  hook(async () => {
    Object.assign(company, await createCompany(app, options))
    await create()
  })
  return { company, ...users }
}

/** Moves the clock. Sessions end in long absences, so these people sign in again. */
export async function passTime(app: TestApp, milliseconds: number, ...people: readonly TestUser[]): Promise<void> {
  app.advance(milliseconds)
  for (const person of people) Object.assign(person, await signIn(app, person))
}

/** Advances the clock to the next time that it is this hour in Paris. */
export function goTo(app: TestApp, hour: number) {
  const clock = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', hour: 'numeric', hourCycle: 'h23' })
  do app.advance(10 * MINUTE_MS)
  while (Number(clock.format(app.now())) !== hour)
}
