import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PersonChoices } from './PersonOption.public.tsx'
import type { PeopleSearch } from './people-search.api.ts'
import type { ColleagueRef, PersonRef } from './person.api.ts'

interface Props<Person> {
  search: PeopleSearch
  people: readonly Person[]
  /** Above the people. */
  title?: string | undefined
  /** Shown when the search finds no one. */
  none: string
  detailOf?: (person: Person) => string
  disabled?: boolean
  onChoose: (person: Person) => void
}

/** A search for one person. */
export function PersonChooser<Person extends PersonRef = ColleagueRef>({ search, people, title, none, ...choices }: Props<Person>) {
  const { t } = useTranslation()
  const { typed, setTyped, query, isPending, error, retry } = search
  const isEmpty = !isPending && !error && query !== '' && people.length === 0
  const count = isPending || error || query === '' ? '' : t('ask.people.found', { count: people.length, n: formatNumber(people.length) })
  return (
    <>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} />
      {error && people.length === 0 ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending && !error ? <Skeleton rows={4} /> : null}
      {title ? <h3>{title}</h3> : null}
      <PersonChoices people={people} {...choices} />
      <p className={isEmpty ? 'quiet' : 'visually-hidden'} role="status">
        {isEmpty ? none : count}
      </p>
    </>
  )
}
