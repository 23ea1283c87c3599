import type { Relation } from '@reflet/contract/relations'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { contactsSource } from '../contacts/contacts.api.ts'
import { colleaguesSource } from '../directory/directory.api.ts'
import { PersonOption } from '../directory/PersonOption.public.tsx'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import { asPlaced, findOn, mayStand, type Placed, place, without } from './board.ts'

interface Props {
  relation: Relation
  people: readonly Placed[]
  onChange: (people: Placed[]) => void
}

/** My contacts and my colleagues, to be added to one list; the list of external people accepts no colleague. */
export function Directory({ relation, people, onChange }: Props) {
  const { t } = useTranslation()
  const outside = relation === 'outside'
  const { typed, setTyped, found, error, isPending, retry } = usePeopleSearch(
    () => [{ source: contactsSource }, { source: colleaguesSource, asked: !outside }],
    ({ user_id }) => !outside || user_id === null,
  )
  return (
    <section className="stack">
      <SearchBar label={t('hierarchy.search')} value={typed} onChange={setTyped} />
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      {!isPending && !error && found.length === 0 ? (
        <p className="quiet">{t(outside ? 'hierarchy.no_outsider' : 'hierarchy.nobody')}</p>
      ) : null}
      <div className="option-list">
        {found.map((known) => {
          const person = findOn(people, known) ?? asPlaced({ ...known, relation: null })
          const checked = person.relation === relation
          return (
            <PersonOption
              key={person.key}
              person={person}
              detail={<About person={person} elsewhere={checked ? null : person.relation} />}
              checked={checked}
              disabled={!checked && !mayStand(people, person, relation)}
              onChange={(ticked) => onChange(ticked ? place(people, person, relation) : without(people, person.key))}
            />
          )
        })}
      </div>
    </section>
  )
}

/** The job, else the address; and the list that contains this person already. */
function About({ person: { job_title, email }, elsewhere }: { person: Placed; elsewhere: Relation | null }) {
  const { t } = useTranslation()
  return (
    <>
      <bdi>{job_title || email}</bdi>
      {elsewhere ? (
        <>
          {' · '}
          <b>{t(`relation.${elsewhere}`)}</b>
        </>
      ) : null}
    </>
  )
}
