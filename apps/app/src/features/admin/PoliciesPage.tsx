import { IonButton, IonToggle } from '@ionic/react'
import { type Policies, PoliciesPatch } from '@reflet/contract/admin-policies'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { Field, FieldFrame } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { policiesQuery, useUpdatePolicies } from './admin.api.ts'
import styles from './admin.module.css'

/** The rules of the company. */
export function PoliciesPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(policiesQuery)
  return (
    <Page shows={[['admin', 'policies']]} title={t('admin.area.policies')} back="/admin">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton avatar={false} /> : null}
      {data ? <PoliciesForm key={JSON.stringify(data)} policies={data} /> : null}
    </Page>
  )
}

type Numbers = Record<
  | 'confidentiality_threshold'
  | 'first_reminder'
  | 'second_reminder'
  | 'expiry_days'
  | 'outside_person'
  | 'outside_company'
  | 'retention'
  | 'session_days'
  | 'badge_ratings'
  | 'badge_people'
  | 'badge_relations'
  | 'badge_mean',
  string
>

const numbersOf = (policies: Policies): Numbers => ({
  confidentiality_threshold: String(policies.confidentiality_threshold),
  first_reminder: String(policies.reminder_days[0] ?? ''),
  second_reminder: String(policies.reminder_days[1] ?? ''),
  expiry_days: String(policies.expiry_days),
  outside_person: String(policies.outside_recipients_per_day.person),
  outside_company: String(policies.outside_recipients_per_day.company),
  retention: String(policies.retention_months ?? ''),
  session_days: String(policies.session_days),
  badge_ratings: String(policies.badge_rule.ratings),
  badge_people: String(policies.badge_rule.people),
  badge_relations: String(policies.badge_rule.relations),
  badge_mean: String(policies.badge_rule.mean),
})

/** The field of the call that each input belongs to, with everything in it. */
const FIELD_OF: Record<keyof Numbers, string> = {
  confidentiality_threshold: 'confidentiality_threshold',
  first_reminder: 'reminder_days',
  second_reminder: 'reminder_days',
  expiry_days: 'expiry_days',
  outside_person: 'outside_recipients_per_day.person',
  outside_company: 'outside_recipients_per_day.company',
  retention: 'retention_months',
  session_days: 'session_days',
  badge_ratings: 'badge_rule.ratings',
  badge_people: 'badge_rule.people',
  badge_relations: 'badge_rule.relations',
  badge_mean: 'badge_rule.mean',
}
const isAt = (name: keyof Numbers, path: string) => path === FIELD_OF[name] || path.startsWith(`${FIELD_OF[name]}.`)

interface Choices {
  readonly quiet: Policies['quiet_hours']
  readonly feed: Policies['feed_awards']
  readonly superior: boolean
}

/** Without badges their rule is neither shown nor sent. */
const patchOf = (numbers: Numbers, { quiet, feed, superior }: Choices, hasBadges: boolean) => ({
  confidentiality_threshold: Number(numbers.confidentiality_threshold),
  reminder_days: [Number(numbers.first_reminder), Number(numbers.second_reminder)],
  expiry_days: Number(numbers.expiry_days),
  quiet_hours: quiet,
  outside_recipients_per_day: { person: Number(numbers.outside_person), company: Number(numbers.outside_company) },
  retention_months: numbers.retention.trim() === '' ? null : Number(numbers.retention),
  session_days: Number(numbers.session_days),
  feed_awards: feed,
  ...(hasBadges && {
    badge_rule: {
      ratings: Number(numbers.badge_ratings),
      people: Number(numbers.badge_people),
      relations: Number(numbers.badge_relations),
      superior,
      mean: Number(numbers.badge_mean),
    },
  }),
})

const NIGHT = { from: '20:00', to: '08:00' }

function PoliciesForm({ policies }: { policies: Policies }) {
  const { t } = useTranslation()
  const toast = useToast()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [numbers, setNumbers] = useState(() => numbersOf(policies))
  const [quiet, setQuiet] = useState(policies.quiet_hours)
  const [feed, setFeed] = useState(policies.feed_awards)
  const [superior, setSuperior] = useState(policies.badge_rule.superior)
  const hasBadges = useUser()?.company.badges_active === true
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const update = useUpdatePolicies()
  const problems = update.error ? toApiError(update.error).fields : {}
  const problemOf = (name: keyof Numbers) => {
    if ([...refused].some((path) => isAt(name, path))) return t('errors.invalid_input')
    return update.error && Object.keys(problems).some((path) => isAt(name, path)) ? errorText(update.error) : undefined
  }
  const number = (name: keyof Numbers, hint?: string) => (
    <Field
      id={`policy-${name}`}
      type="number"
      inputMode={name === 'badge_mean' ? 'decimal' : 'numeric'}
      step={name === 'badge_mean' ? 0.1 : 1}
      label={t(name === 'confidentiality_threshold' ? 'admin.policies.confidentiality_threshold' : `admin.policies.${name}`)}
      hint={hint}
      error={problemOf(name)}
      value={numbers[name]}
      onChange={({ target }) => setNumbers({ ...numbers, [name]: target.value })}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const patch = patchOf(numbers, { quiet, feed, superior }, hasBadges)
    const parsed = PoliciesPatch.safeParse(patch)
    setRefused(new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'))))
    if (!parsed.success) return
    const save = () => update.mutate(parsed.data, { onSuccess: () => toast(t('admin.saved')) })
    if (patch.confidentiality_threshold <= policies.confidentiality_threshold) return save()
    confirm({
      header: t('admin.policies.raise_title', { n: patch.confidentiality_threshold }),
      message: t('admin.policies.raise_text'),
      action: t('admin.policies.raise'),
      onConfirm: save,
    })
  }
  const isShown = (Object.keys(FIELD_OF) as (keyof Numbers)[]).some((name) => problemOf(name))
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {number('confidentiality_threshold', t('admin.policies.threshold_hint'))}
      <div className={styles.two}>
        {number('first_reminder')}
        {number('second_reminder')}
        {number('expiry_days')}
      </div>
      <IonToggle
        className={`${styles.toggle}`}
        checked={quiet !== null}
        onIonChange={({ detail }) => setQuiet(detail.checked ? NIGHT : null)}
        justify="space-between"
      >
        {t('admin.policies.quiet')}
      </IonToggle>
      {quiet ? (
        <div className={styles.two}>
          <Field
            id="policy-quiet-from"
            type="time"
            label={t('admin.policies.quiet_from')}
            value={quiet.from}
            onChange={({ target }) => setQuiet({ ...quiet, from: target.value })}
          />
          <Field
            id="policy-quiet-to"
            type="time"
            label={t('admin.policies.quiet_to')}
            value={quiet.to}
            onChange={({ target }) => setQuiet({ ...quiet, to: target.value })}
          />
        </div>
      ) : null}
      {number('outside_person')}
      {number('outside_company')}
      {number('retention', t('admin.policies.retention_hint'))}
      {number('session_days')}
      <FieldFrame id="policy-feed" label={t('admin.policies.feed_awards')}>
        <Select id="policy-feed" value={feed} onChange={({ target }) => setFeed(target.value as typeof feed)}>
          <option value="everyone">{t('admin.policies.everyone')}</option>
          <option value="admins">{t('admin.policies.admins')}</option>
        </Select>
      </FieldFrame>
      {hasBadges ? (
        <section className="stack" aria-labelledby="policy-badges">
          <h2 id="policy-badges">{t('admin.policies.badges')}</h2>
          <p className="quiet">{t('admin.policies.badges_hint')}</p>
          <div className={styles.two}>
            {number('badge_ratings', t('admin.policies.from_to', { from: formatNumber(3), to: formatNumber(50) }))}
            {number('badge_people', t('admin.policies.from_to', { from: formatNumber(3), to: formatNumber(50) }))}
            {number('badge_relations', t('admin.policies.from_to', { from: formatNumber(1), to: formatNumber(4) }))}
            {number('badge_mean', t('admin.policies.from_to', { from: formatNumber(3), to: formatNumber(5) }))}
          </div>
          <IonToggle
            className={`${styles.toggle}`}
            checked={superior}
            onIonChange={({ detail }) => setSuperior(detail.checked)}
            justify="space-between"
          >
            {t('admin.policies.badge_superior')}
          </IonToggle>
        </section>
      ) : null}
      {update.error && !isShown ? <ErrorNotice error={update.error} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" expand="block" disabled={update.isPending}>
          {t('common.save')}
        </IonButton>
      </div>
    </form>
  )
}
