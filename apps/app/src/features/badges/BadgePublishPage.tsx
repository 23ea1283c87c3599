import { IonButton, useIonRouter } from '@ionic/react'
import { type Badge, MAX_PUBLISHED_AT_ONCE, SHOWN_NAMES, type ShownName, shownName } from '@reflet/contract/badges'
import type { User } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { eyeOffOutline, eyeOutline } from 'ionicons/icons'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WITH_YEAR } from '../../platform/days.ts'
import { feelSuccess } from '../../platform/haptics.ts'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { badgesQuery, earnableOf, nameConfirmedQuery, usePublishBadges } from './badges.api.ts'
import styles from './badges.module.css'
import { Medal } from './Medal.tsx'

/** Publishes badges that are earned, after a preview of what the world will see. */
export default function BadgePublishPage() {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const user = useUser()
  const { data, error, isPending, refetch } = useQuery({ ...badgesQuery, enabled: open })
  const earnable = earnableOf(data ?? []).slice(0, MAX_PUBLISHED_AT_ONCE)
  return (
    <Page shows={[['badges']]} title={t('badges.publish.title')} back="/badge-home">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending || !user ? <Skeleton rows={4} avatar={false} /> : null}
      {data && earnable.length === 0 ? (
        <EmptyState drawing="answer" title={t('badges.publish.none')} text={t('badges.publish.none_text')}>
          <IonButton routerLink={to('/badge-home')}>{t('badges.one.home')}</IonButton>
        </EmptyState>
      ) : null}
      {user && earnable.length > 0 ? <Publish earnable={earnable} user={user} /> : null}
    </Page>
  )
}

function Publish({ earnable, user }: { earnable: readonly Badge[]; user: User }) {
  const { t } = useTranslation()
  const id = useId()
  const router = useIonRouter()
  const toast = useToast()
  const only = useQueryParam('/badge-publish-new', 'skill')
  const publish = usePublishBadges()
  const { data: confirmedFrom } = useQuery(nameConfirmedQuery)
  const [unticked, setUnticked] = useState<readonly string[]>(() =>
    only ? earnable.map(({ skill }) => skill.id).filter((skillId) => skillId !== only) : [],
  )
  const [form, setForm] = useState<ShownName>('full')
  const chosen = earnable.filter(({ skill }) => !unticked.includes(skill.id))
  const tick = (skillId: string, on: boolean) =>
    setUnticked((before) => (on ? before.filter((one) => one !== skillId) : [...before, skillId]))
  const send = () =>
    publish.mutate(
      { badges: chosen.map(({ skill }) => skill.id), shown_name: form },
      {
        onSuccess: ({ badges }) => {
          feelSuccess()
          toast(t('badges.publish.done', { count: badges.length, n: formatNumber(badges.length) }))
          const [first] = badges
          router.push(to(badges.length === 1 && first ? `/badge?id=${first.id}&new` : '/badge-home'), 'forward', 'replace')
        },
      },
    )
  // One form of the name for each way to write it: without a last name they are the same.
  const names = SHOWN_NAMES.filter(
    (one, place) => SHOWN_NAMES.findIndex((other) => shownName(user, other) === shownName(user, one)) === place,
  )
  return (
    <div className="stack">
      {publish.error && !confirmedFrom ? <ErrorNotice error={publish.error} onRetry={send} /> : null}
      {confirmedFrom ? (
        <p className="notice notice-gentle" role="status">
          {t('badges.publish.unconfirmed', { date: formatDate(confirmedFrom, WITH_YEAR) })}
        </p>
      ) : null}
      <fieldset className={styles.choose}>
        <legend>{t('badges.publish.which')}</legend>
        {earnable.map(({ skill, category }) => (
          <label className="option" key={skill.id}>
            <input type="checkbox" checked={!unticked.includes(skill.id)} onChange={({ target }) => tick(skill.id, target.checked)} />
            <Medal category={category} skill={skill.name} size={44} decorative />
            <span dir="auto">{skill.name}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.choose} aria-describedby={`${id}-hint`}>
        <legend>{t('badges.publish.name')}</legend>
        <p className="field-hint" id={`${id}-hint`}>
          {t('badges.publish.name_hint')}
        </p>
        {names.map((one) => (
          <label className="option" key={one}>
            <input type="radio" name={`${id}-name`} checked={form === one} onChange={() => setForm(one)} />
            <span>
              <bdi>{shownName(user, one)}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <Preview badge={chosen[0] ?? earnable[0]} name={shownName(user, form)} company={user.company.name} />
      <div className="form-actions">
        <IonButton size="large" disabled={chosen.length === 0 || publish.isPending || Boolean(confirmedFrom)} onClick={send}>
          {publish.isPending
            ? t('badges.publish.publishing')
            : t('badges.publish_all', { count: chosen.length, n: formatNumber(chosen.length) })}
        </IonButton>
      </div>
    </div>
  )
}

/** What everyone will see of a badge, and what no one will. */
function Preview({ badge, name, company }: { badge: Badge | undefined; name: string; company: string }) {
  const { t } = useTranslation()
  if (!badge) return null
  return (
    <section className="stack" aria-live="polite">
      <h2>{t('badges.publish.preview')}</h2>
      <div className={`card ${styles.face}`}>
        <Medal category={badge.category} skill={badge.skill.name} size={176} />
        <h3 dir="auto">{badge.skill.name}</h3>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className="quiet">
          <bdi>{company}</bdi> · {formatDate(new Date(), WITH_YEAR)}
        </p>
      </div>
      <ul className={styles.conditions}>
        <li>
          <Icon icon={eyeOutline} size="1.25rem" />
          <span>{t('badges.publish.shown')}</span>
        </li>
        <li>
          <Icon icon={eyeOffOutline} size="1.25rem" />
          <span>{t('badges.publish.hidden')}</span>
        </li>
      </ul>
    </section>
  )
}
