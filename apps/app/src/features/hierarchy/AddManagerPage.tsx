import { IonButton, useIonRouter } from '@ionic/react'
import { Email } from '@reflet/contract/common'
import type { HierarchyMember } from '@reflet/contract/hierarchy'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { fullName } from '../../platform/full-name.ts'
import { to } from '../../platform/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useBadgesOnly } from '../../ui/badges.ts'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { useProblems } from '../../ui/useProblems.ts'
import { hierarchyQuery, type Manager, useAddManager } from './hierarchy.api.ts'

const EMPTY: Manager = { manager_email: '', manager_firstName: '', manager_lastName: '' }
const FIELDS = ['manager_firstName', 'manager_lastName', 'manager_email'] as const
type FieldName = (typeof FIELDS)[number]

/** Invites a manager to fill the five lists: they need no account. */
export default function AddManagerPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const open = useBadgesOnly()
  const { data, isPending } = useQuery({ ...hierarchyQuery, enabled: open })
  const draft = useDraft<Manager>('add-manager', EMPTY)
  const add = useAddManager()
  const text = useErrorText()
  const words = draft.value
  const change = (part: Partial<Manager>) => draft.set((old) => ({ ...old, ...part }))

  const wrong = (name: FieldName) => {
    if (name === 'manager_email') return Email.safeParse(words.manager_email).success ? undefined : t('login.email_invalid')
    return words[name].trim() ? undefined : t(name === 'manager_firstName' ? 'hierarchy.first_name_missing' : 'hierarchy.last_name_missing')
  }
  const { problems, problemOf, check } = useProblems(
    FIELDS.flatMap((id) => {
      const message = wrong(id)
      return message ? [{ id, message }] : []
    }),
  )
  const refused = add.error?.fields.manager_email && add.variables?.manager_email === words.manager_email ? text(add.error) : undefined
  const shown = useMemo<readonly FieldProblem[]>(
    () => (refused ? [...problems, { id: 'manager_email', message: refused }] : problems),
    [problems, refused],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check() || add.isPending) return
    add.mutate(words, {
      onSuccess: () => {
        draft.clear(EMPTY)
        toast(t('hierarchy.manager.sent', { name: words.manager_firstName }))
        if (router.canGoBack()) router.goBack()
        else router.push(to('/badge-hierarchical-list'), 'back', 'replace')
      },
    })
  }
  const superiors = data?.hierarchical.filter(({ relation }) => relation === 'superior') ?? []
  const field = (name: FieldName, more: { type?: string; dir: string; autoComplete: string }) => (
    <Field
      id={name}
      label={t(LABELS[name])}
      error={name === 'manager_email' ? (problemOf(name) ?? refused) : problemOf(name)}
      maxLength={name === 'manager_email' ? 254 : 100}
      value={words[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      {...more}
    />
  )
  return (
    <Page shows={[['hierarchy']]} title={t('hierarchy.manager.ask')} back="/badge-hierarchical-list">
      {open && draft.ready && !isPending ? (
        <form className="stack" onSubmit={submit} noValidate>
          <ErrorSummary problems={shown} />
          {add.error && !refused && problems.length === 0 ? <ErrorNotice error={add.error} /> : null}
          <p>{t('hierarchy.manager.how')}</p>
          {superiors.length > 0 ? <Superiors people={superiors} onPick={change} /> : null}
          <div className="card">
            {field('manager_firstName', { dir: 'auto', autoComplete: 'off' })}
            {field('manager_lastName', { dir: 'auto', autoComplete: 'off' })}
            {field('manager_email', { type: 'email', dir: 'ltr', autoComplete: 'off' })}
          </div>
          <TrustLine>{t('hierarchy.manager.trust')}</TrustLine>
          <div className="form-actions">
            <IonButton type="submit" size="large" disabled={add.isPending}>
              {t(add.isPending ? 'ask.sending' : 'hierarchy.manager.send')}
            </IonButton>
          </div>
        </form>
      ) : (
        <Skeleton rows={3} avatar={false} />
      )}
    </Page>
  )
}

const LABELS = {
  manager_firstName: 'hierarchy.first_name',
  manager_lastName: 'hierarchy.last_name',
  manager_email: 'login.email',
} as const

/** Superiors in my lists are suggested. */
function Superiors({ people, onPick }: { people: readonly HierarchyMember[]; onPick: (manager: Manager) => void }) {
  const { t } = useTranslation()
  return (
    <section className="stack" aria-label={t('relation.superior')}>
      <h2>{t('hierarchy.manager.known')}</h2>
      <div className="option-list">
        {people.map((person) => (
          <button
            type="button"
            className="option"
            key={person.email}
            onClick={() =>
              onPick({ manager_email: person.email, manager_firstName: person.first_name, manager_lastName: person.last_name })
            }
          >
            <Avatar person={person} size={36} />
            <span>
              <strong>
                <bdi>{fullName(person, person.email)}</bdi>
              </strong>
              <span className="quiet small">
                <bdi>{person.email}</bdi>
              </span>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
