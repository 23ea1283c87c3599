import { IonButton, useIonAlert } from '@ionic/react'
import type { Output } from '@reflet/contract/endpoint'
import type { myManager } from '@reflet/contract/manager'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { PersonWords } from '../../ui/PersonChoices.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { type Candidate, ManagerChooser } from './ManagerChooser.tsx'
import { managerQuery, useSetManager } from './manager.api.ts'
import './manager.css'

type Mine = Output<typeof myManager.getManager>

/** Who my manager is: the one person with whom I may share an answer. */
export default function MyManagerPage() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery(managerQuery)
  return (
    <Page shows={[['manager']]} title={t('my_manager.title')} back="/profile">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={2} /> : null}
      {data ? <Manager mine={data} /> : null}
    </Page>
  )
}

function Manager({ mine }: { mine: Mine }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [confirm] = useIonAlert()
  const [changing, setChanging] = useState(false)
  const save = useSetManager()
  const { manager, shared, suggestions } = mine

  const set = (person: Candidate | null) =>
    save.mutate(person?.id ?? null, {
      onSuccess: () => {
        setChanging(false)
        toast(person ? t('my_manager.saved', { name: fullName(person) }) : t('my_manager.removed'))
      },
    })
  /** Whoever shared something hears first that it closes. */
  const change = (person: Candidate | null) => {
    if (!manager || shared === 0) return set(person)
    void confirm({
      header: t(person ? 'my_manager.change_title' : 'my_manager.remove_title'),
      message: t('my_manager.closes', { count: shared, n: formatNumber(shared), name: fullName(manager) }),
      buttons: [
        { text: t('common.cancel'), role: 'cancel' },
        { text: t(person ? 'my_manager.change' : 'my_manager.remove'), role: 'destructive', handler: () => set(person) },
      ],
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
          onChoose={(person) => (person.id === manager?.id ? setChanging(false) : change(person))}
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
      <section className="card stack my-manager">
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
