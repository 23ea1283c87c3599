import { IonButton } from '@ionic/react'
import type { Output } from '@reflet/contract/endpoint'
import type { sharing } from '@reflet/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelationViews } from '../../ui/RelationViews.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { PersonWords } from '../directory/PersonOption.public.tsx'
import type { ColleagueRef } from '../directory/person.api.ts'
import { managerQuery } from '../manager/manager.api.ts'
import { ManagerChooser } from './ManagerChooser.tsx'
import { useSetManager } from './sharing.api.ts'
import styles from './sharing.module.css'

type Mine = Output<typeof sharing.getManager>

/** My manager: the only person with whom I may share an answer. */
export default function MyManagerPage() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery(managerQuery)
  return (
    <Page shows={[['manager']]} title={t('my_manager.title')} back="/profile">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={2} /> : null}
      {data ? (
        <div className="stack">
          <Manager mine={data} />
          <RelationViews current="my_manager" />
        </div>
      ) : null}
    </Page>
  )
}

function Manager({ mine }: { mine: Mine }) {
  const { t } = useTranslation()
  const toast = useToast()
  const confirm = useConfirm()
  const [changing, setChanging] = useState(false)
  const save = useSetManager()
  const { manager, shared, suggestions } = mine

  const set = (person: ColleagueRef | null) =>
    save.mutate(person?.user_id ?? null, {
      onSuccess: () => {
        setChanging(false)
        toast(person ? t('my_manager.saved', { name: fullName(person) }) : t('my_manager.removed'))
      },
    })
  /** With shared answers, a confirmation says that they are revoked. */
  const change = (person: ColleagueRef | null) => {
    if (!manager || shared === 0) return set(person)
    confirm({
      header: t(person ? 'my_manager.change_title' : 'my_manager.remove_title'),
      message: t('my_manager.closes', { count: shared, n: formatNumber(shared), name: fullName(manager) }),
      action: t(person ? 'my_manager.change' : 'my_manager.remove'),
      onConfirm: () => set(person),
    })
  }
  const error = save.error ? <ErrorNotice error={save.error} onRetry={() => save.mutate(save.variables ?? null)} /> : null
  if (!manager || changing) {
    return (
      <div className="stack">
        <h2>{t('my_manager.choose')}</h2>
        <p>{t('my_manager.why')}</p>
        {error}
        <ManagerChooser
          suggestions={suggestions.filter(({ id }) => id !== manager?.id)}
          disabled={save.isPending}
          onChoose={(person) => (person.user_id === manager?.id ? setChanging(false) : change(person))}
        />
        {manager ? (
          <IonButton className="start" fill="clear" onClick={() => setChanging(false)}>
            {t('common.cancel')}
          </IonButton>
        ) : null}
        <TrustLine>{t('my_manager.trust')}</TrustLine>
      </div>
    )
  }
  return (
    <div className="stack">
      <section className={`card stack ${styles.myManager}`} data-testid="my-manager">
        <div className="row">
          <PersonWords person={manager} />
        </div>
        <p className="quiet">
          {shared === 0
            ? t('my_manager.reads_none', { name: manager.first_name })
            : t('my_manager.reads', { count: shared, n: formatNumber(shared), name: manager.first_name })}
        </p>
        <div className="form-actions">
          <IonButton fill="outline" onClick={() => setChanging(true)}>
            {t('my_manager.change')}
          </IonButton>
          <IonButton fill="clear" color="danger" disabled={save.isPending} onClick={() => change(null)}>
            {t('my_manager.remove')}
          </IonButton>
        </div>
      </section>
      {error}
      <TrustLine>{t('my_manager.trust')}</TrustLine>
    </div>
  )
}
