import { IonButton, IonIcon, IonList } from '@ionic/react'
import { type AdminPerson, adminPeople, PERSON_STATUSES, type PersonStatus } from '@reflet/contract/admin-people'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { personAddOutline } from 'ionicons/icons'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSheet } from '../../ui/PageSheet.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { departmentsQuery, peopleQuery } from './admin.api.ts'
import { CsvButton } from './CsvButton.tsx'
import { useInvitation } from './invitation.ts'
import { PersonForm } from './PersonForm.tsx'

const NEW = 'new'

/** The people of the company: search, filter, and one of them beside the list or in a sheet. */
export function PeoplePage() {
  const { t } = useTranslation()
  const wide = useMedia(WIDE)
  const [typed, setTyped] = useState('')
  const [status, setStatus] = useState<PersonStatus>()
  const [department, setDepartment] = useState<string>()
  const [openId, setOpenId] = useState<string>()
  const filter = { query: useDeferredValue(typed.trim()), status, department }
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(peopleQuery(filter))
  const people = data?.pages.flatMap((page) => page.people) ?? []
  const total = data?.pages[0]?.total ?? 0
  const open = people.find(({ id }) => id === openId)
  const close = () => setOpenId(undefined)
  const form = openId === NEW || open ? <PersonForm key={openId} person={open} onDone={close} /> : null
  const title = open ? fullName(open, open.email) : t('admin.people.add')
  const add = (
    <IonButton size={wide ? 'default' : 'large'} expand="block" onClick={() => setOpenId(NEW)}>
      <IonIcon slot="start" icon={personAddOutline} aria-hidden="true" />
      {t('admin.people.add')}
    </IonButton>
  )
  const list = (
    <div className="stack">
      <SearchBar label={t('admin.people.search')} value={typed} onChange={setTyped} />
      <FilterChips
        label={t('admin.area.people')}
        options={[
          { value: undefined, label: t('admin.people.all') },
          ...PERSON_STATUSES.map((value) => ({ value, label: t(`admin.people.status.${value}`) })),
        ]}
        chosen={status}
        onChoose={setStatus}
      />
      <Departments value={department} onChange={setDepartment} />
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <Skeleton /> : null}
      {data && people.length === 0 ? <EmptyState drawing="ask" title={t('admin.people.none')} /> : null}
      {data ? (
        <div className="row">
          <p className="quiet small grow" role="status">
            {t('admin.people.count', { count: total, n: formatNumber(total) })}
          </p>
          <CsvButton endpoint={adminPeople.exportPeople} input={{ query: filter }} fileName="people.csv" />
        </div>
      ) : null}
      {people.length > 0 ? <PeopleList people={people} openId={wide ? openId : undefined} onOpen={setOpenId} /> : null}
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </div>
  )
  return (
    <Page shows={[['admin']]} title={t('admin.area.people')} back="/admin" wide {...(wide ? {} : { footer: add })}>
      {wide ? (
        <div className="panes">
          <div className="stack">
            {add}
            {list}
          </div>
          {form ? (
            <section className="card stack" aria-label={title}>
              <h2>
                <bdi>{title}</bdi>
              </h2>
              {form}
            </section>
          ) : null}
        </div>
      ) : (
        <>
          {list}
          <PageSheet isOpen={form !== null} title={title} close={t('common.close')} onClose={close}>
            {form}
          </PageSheet>
        </>
      )}
    </Page>
  )
}

function Departments({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(departmentsQuery)
  if (!data || data.departments.length === 0) return null
  return (
    <Select aria-label={t('admin.people.department')} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{t('admin.people.every_department')}</option>
      {data.departments.map(({ name, people }) => (
        <option key={name} value={name}>
          {name} ({formatNumber(people)})
        </option>
      ))}
    </Select>
  )
}

interface ListProps {
  people: readonly AdminPerson[]
  openId: string | undefined
  onOpen: (id: string) => void
}

function PeopleList({ people, openId, onOpen }: ListProps) {
  const { t } = useTranslation()
  const invitation = useInvitation()
  return (
    <IonList className="card group-list" lines="full">
      {people.map((person) => (
        <ListRow key={person.id} button detail={openId === undefined} isOpen={person.id === openId} onClick={() => onOpen(person.id)}>
          <strong>
            <bdi>{fullName(person, person.email)}</bdi>
          </strong>
          <span className="line quiet small">
            <bdi>{person.email}</bdi>
          </span>
          <span className="line quiet small">
            <bdi>{[person.job_title, person.department].filter(Boolean).join(' · ')}</bdi>
          </span>
          {[invitation(person), person.new_email && t('admin.people.new_email', { email: person.new_email })]
            .filter(Boolean)
            .map((text) => (
              <span key={text} className="line quiet small">
                {text}
              </span>
            ))}
          {person.role === 'admin' ? <span className="chip">{t('admin.people.role_admin')}</span> : null}
          {person.status === 'active' ? null : <span className="chip">{t(`admin.people.status.${person.status}`)}</span>}
        </ListRow>
      ))}
    </IonList>
  )
}
