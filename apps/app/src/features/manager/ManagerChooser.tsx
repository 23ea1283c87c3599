import type { Person } from '@reflet/contract/common'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PersonChoices } from '../../ui/PersonChoices.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { colleaguesQuery } from '../feedback/feedback.api.ts'

/** A colleague who may be chosen: never without an account. */
export interface Candidate extends Person {
  id: string
  key: string
}

const candidates = (people: readonly Person[]): Candidate[] =>
  people.flatMap((person) => (person.id ? [{ ...person, id: person.id, key: person.id }] : []))

interface Props {
  suggestions: readonly Person[]
  disabled: boolean
  onChoose: (person: Candidate) => void
}

/** Who it might be, and everybody else by name; where nobody is known, the directory begins. */
export function ManagerChooser({ suggestions, disabled, onChoose }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const me = useUser()?.id
  const searching = query !== '' || suggestions.length === 0
  const { data, error, isFetching, refetch } = useQuery({ ...colleaguesQuery(query), enabled: searching })
  const found = searching ? (data?.colleagues.filter(({ user_id }) => user_id !== me) ?? []) : []
  const suggested = query === '' ? candidates(suggestions) : []
  return (
    <section className="stack" aria-label={t('my_manager.choose')}>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} />
      {error && searching && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {searching && isFetching && !data ? <Skeleton rows={3} /> : null}
      {suggested.length > 0 ? <h3>{t('my_manager.suggestions')}</h3> : null}
      <PersonChoices people={suggested} disabled={disabled} onChoose={onChoose} />
      <PersonChoices
        people={candidates(found.map(({ user_id, ...colleague }) => ({ ...colleague, id: user_id })))}
        disabled={disabled}
        onChoose={onChoose}
      />
      <p className={data && query !== '' && found.length === 0 ? 'quiet' : 'visually-hidden'} role="status">
        {data && query !== ''
          ? found.length === 0
            ? t('my_manager.nobody')
            : t('ask.people.found', { count: found.length, n: formatNumber(found.length) })
          : ''}
      </p>
    </section>
  )
}
