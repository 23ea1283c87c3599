import { IonButton, useIonRouter } from '@ionic/react'
import type { Badge } from '@reflet/contract/badges'
import { MAX_RECIPIENTS } from '@reflet/contract/feedback'
import type { HierarchyMember } from '@reflet/contract/hierarchy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { bringToAsk } from '../directory/handover.api.ts'
import { PersonOption } from '../directory/PersonOption.public.tsx'
import { hierarchyQuery } from '../hierarchy/hierarchy.api.ts'
import { badgesQuery, onTheWay } from './badges.api.ts'
import { Conditions, nextOf } from './Conditions.tsx'

const PATH = '/badge-contacts'

/** The people to ask for what a badge is missing, and straight into the request. */
export default function BadgeContactsPage() {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const skillId = useQueryParam(PATH, 'skill')
  const badges = useQuery({ ...badgesQuery, enabled: open })
  const lists = useQuery({ ...hierarchyQuery, enabled: open })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const router = useIonRouter()
  const all = onTheWay(badges.data ?? [])
  // Opened bare, it is about the badge that is nearest.
  const badge = all.find(({ skill }) => skill.id === skillId) ?? (skillId ? undefined : all[0])
  // Only colleagues count.
  const people = (lists.data?.hierarchical ?? []).filter(({ user_id }) => user_id !== null)
  const error = (!badges.data && badges.error) || (!lists.data && lists.error)
  const retry = () => Promise.all([badges.refetch(), lists.refetch()])
  const ask = () => {
    if (!badge) return
    bringToAsk(
      people.filter(({ email }) => chosen.includes(email)),
      { skillIds: [badge.skill.id] },
    )
    router.push(to('/my-skills?step=words'), 'forward')
  }
  const ready = badges.data !== undefined && lists.data !== undefined
  const footer =
    ready && badge && people.length > 0 ? (
      <IonButton size="large" expand="block" disabled={chosen.length === 0} onClick={ask}>
        {chosen.length === 0 ? t('badges.ask') : t('badges.contacts.submit', { count: chosen.length, n: formatNumber(chosen.length) })}
      </IonButton>
    ) : undefined
  return (
    <Page shows={[['badges'], ['hierarchy']]} title={t('badges.contacts.title')} back="/badge-home" footer={footer}>
      {error ? <ErrorNotice error={error} onRetry={() => void retry()} /> : null}
      {!error && !ready ? <Skeleton rows={5} /> : null}
      {ready && !badge ? <NothingMissing /> : null}
      {ready && badge ? (
        <div className="stack">
          <Missing badge={badge} />
          {people.length === 0 ? <NoLists /> : <Choice badge={badge} people={people} chosen={chosen} onChange={setChosen} />}
        </div>
      ) : null}
    </Page>
  )
}

function Missing({ badge: { skill, conditions } }: { badge: Badge }) {
  const { t } = useTranslation()
  return (
    <section className="card stack">
      <h2 dir="auto">{t('badges.contacts.missing', { skill: skill.name })}</h2>
      <Conditions conditions={conditions.filter(({ met }) => !met)} />
    </section>
  )
}

interface ChoiceProps {
  badge: Badge
  people: readonly HierarchyMember[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function Choice({ badge, people, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const best = nextOf(badge.conditions) === 'superior' ? people.filter(({ relation }) => relation === 'superior') : []
  const others = people.filter((person) => !best.includes(person))
  const full = chosen.length >= MAX_RECIPIENTS
  const group = (title: string, titled: boolean, members: readonly HierarchyMember[]) =>
    members.length > 0 ? (
      <section className="stack" aria-label={title}>
        {titled ? <h2>{title}</h2> : null}
        <div className="option-list">
          {members.map((person) => (
            <PersonOption
              key={person.email}
              person={person}
              detail={t(`relation.${person.relation}`)}
              checked={chosen.includes(person.email)}
              disabled={full && !chosen.includes(person.email)}
              onChange={(checked) => onChange(checked ? [...chosen, person.email] : chosen.filter((email) => email !== person.email))}
            />
          ))}
        </div>
      </section>
    ) : null
  return (
    <>
      <TrustLine>{t('badges.contacts.by_name')}</TrustLine>
      {full ? <p role="status">{t('badges.contacts.full', { n: formatNumber(MAX_RECIPIENTS) })}</p> : null}
      {group(t('badges.contacts.best'), true, best)}
      {best.length > 0 ? group(t('badges.contacts.others'), true, others) : group(t('badges.contacts.title'), false, others)}
    </>
  )
}

function NoLists() {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="ask" title={t('badges.contacts.empty')} text={t('badges.contacts.empty_text')}>
      <IonButton routerLink={to('/badge-hierarchical-list')}>{t('badges.lists.action')}</IonButton>
      <IonButton fill="clear" routerLink={to('/badge-add-manager')}>
        {t('badges.lists.manager')}
      </IonButton>
    </EmptyState>
  )
}

function NothingMissing() {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="answer" title={t('badges.contacts.unknown')} text={t('badges.contacts.unknown_text')}>
      <IonButton routerLink={to('/badge-home')}>{t('badges.one.home')}</IonButton>
    </EmptyState>
  )
}
