import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matches } from '../../platform/search.ts'
import { Field } from '../../ui/Field.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { BoardList } from './BoardList.tsx'
import type { Placed } from './board.ts'

/** From this number on there is a search field and paging. */
const MANY = 12

interface Props {
  people: readonly Placed[]
  closed: boolean
  memberOf: (person: Placed) => ReactNode
}

/** The employee's contacts who are in no list yet. */
export function Tray({ people, closed, memberOf }: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [most, setMost] = useState(MANY)
  const found = people.filter(({ first_name, last_name, email, job_title }) =>
    matches(query, first_name, last_name, email ?? '', job_title),
  )
  return (
    <BoardList
      list="none"
      title={t('hierarchy.unplaced')}
      hint={t(people.length > 0 ? 'hierarchy.unplaced_hint' : 'hierarchy.all_placed')}
      count={people.length}
      closed={closed}
      isTray
    >
      {people.length > MANY || query ? (
        <Field
          id="hierarchy-tray-search"
          type="search"
          label={t('hierarchy.search_tray')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      ) : null}
      {found.length > 0 ? <ul>{found.slice(0, most).map(memberOf)}</ul> : null}
      {found.length > most ? <MoreButton pending={false} onMore={() => setMost(most + MANY)} /> : null}
    </BoardList>
  )
}
