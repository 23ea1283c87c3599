import type { Person } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { colleaguesSource } from '../directory/directory.api.ts'
import { PersonChooser } from '../directory/PersonChooser.public.tsx'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import { type ColleagueRef, toColleagues } from '../directory/person.api.ts'

interface Props {
  suggestions: readonly Person[]
  disabled: boolean
  onChoose: (person: ColleagueRef) => void
}

/** Suggested managers, and any colleague by name; without suggestions, the beginning of the directory. */
export function ManagerChooser({ suggestions, disabled, onChoose }: Props) {
  const { t } = useTranslation()
  const suggested = toColleagues(suggestions.map(({ id, ...person }) => ({ ...person, user_id: id })))
  const isSearch = (query: string) => query !== '' || suggested.length === 0
  const search = usePeopleSearch((query) => [{ source: colleaguesSource, asked: isSearch(query) }])
  const searching = isSearch(search.query)
  return (
    <section className="stack" aria-label={t('my_manager.choose')}>
      <PersonChooser
        search={search}
        people={searching ? toColleagues(search.found) : suggested}
        title={searching ? undefined : t('my_manager.suggestions')}
        none={t('my_manager.nobody')}
        disabled={disabled}
        onChoose={onChoose}
      />
    </section>
  )
}
