import { IonButton, IonIcon, IonItem, IonLabel, IonList, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import type { Skill } from '@reflet/contract/skills'
import { personCircleOutline, refreshOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkillChooser } from '../../ui/SkillChooser.tsx'
import { useToast } from '../../ui/toast.ts'
import { MySkillList } from './MySkillList.tsx'
import { useMine } from './my-skills.ts'
import { useChooseSkills } from './skills.api.ts'

const VIEWS = ['mine', 'catalogue'] as const
type View = (typeof VIEWS)[number]

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, index) => id === b[index])

/** My skills, in my order, and the catalogue to choose from; stored on this device until saved. */
export default function SkillsPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const wide = useMedia(WIDE)
  const { data, error, isPending, refetch } = useMine()
  // null: the server's list.
  const draft = useDraft<string[] | null>('skills', null)
  const choose = useChooseSkills()
  const [view, setView] = useState<View>()

  const chosen = data?.statistics.filter((one) => one.chosen).map(({ skill }) => skill.id) ?? []
  const byId = new Map(data?.catalogue.map((skill) => [skill.id, skill]))
  const mine = (draft.value ?? chosen).map((id) => byId.get(id)).filter((skill): skill is Skill => skill !== undefined)
  const picked = mine.map(({ id }) => id)
  const changed = data !== undefined && !same(picked, chosen)
  const shown = view ?? (chosen.length > 0 ? 'mine' : 'catalogue')

  const save = () =>
    choose.mutate(picked, {
      onSuccess: () => {
        draft.clear()
        toast(t('skills.saved'))
        if (router.canGoBack()) router.goBack()
      },
    })

  const footer = (
    <>
      {changed ? (
        <IonButton fill="clear" disabled={choose.isPending} onClick={() => draft.clear()}>
          {t('skills.undo')}
        </IonButton>
      ) : null}
      <IonButton size="large" disabled={!changed || choose.isPending} onClick={save}>
        {choose.isPending ? t('common.saving') : t('skills.save', { count: picked.length, n: formatNumber(picked.length) })}
      </IonButton>
    </>
  )
  const list = (
    <section className="stack" aria-label={t('skills.title')}>
      {mine.length > 0 ? (
        <>
          <p className="quiet">{t('skills.order_hint')}</p>
          <MySkillList skills={mine} onChange={draft.set} />
          <p className="quiet small">{t('skills.removing')}</p>
        </>
      ) : (
        <EmptyState drawing="ask" title={t('ask.skills.empty')} text={t('ask.skills.empty_text')} />
      )}
      <Ways />
    </section>
  )
  const catalogue = data ? (
    <section aria-label={t('skills.catalogue')}>
      <SkillChooser skills={data.catalogue} picked={picked} onChange={draft.set} />
    </section>
  ) : null

  return (
    <Page
      shows={[['statistics'], ['skills']]}
      title={t('skills.title')}
      back="/my-skills"
      wide={wide}
      footer={data && draft.ready ? footer : undefined}
    >
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending || (data && !draft.ready) ? <Skeleton avatar={false} /> : null}
      {data && draft.ready ? (
        <div className="stack">
          {choose.error ? <ErrorNotice error={choose.error} onRetry={save} /> : null}
          {draft.restored && changed ? (
            <p className="notice notice-calm" role="status">
              {t('skills.restored')}
            </p>
          ) : null}
          {wide ? (
            <div className="panes">
              {list}
              {catalogue}
            </div>
          ) : (
            <>
              <IonSegment value={shown} onIonChange={({ detail }) => setView(detail.value as View)}>
                {VIEWS.map((one) => (
                  <IonSegmentButton key={one} value={one}>
                    <IonLabel>{t(one === 'mine' ? 'skills.mine' : 'skills.catalogue', { n: formatNumber(picked.length) })}</IonLabel>
                  </IonSegmentButton>
                ))}
              </IonSegment>
              {shown === 'mine' ? list : catalogue}
            </>
          )}
        </div>
      ) : null}
    </Page>
  )
}

/** Other actions on my skills. */
function Ways() {
  const { t } = useTranslation()
  return (
    <IonList className="card group-list" lines="full">
      <IonItem routerLink={to('/self-evaluation')} detail>
        <IonIcon slot="start" icon={personCircleOutline} aria-hidden="true" />
        <IonLabel className="ion-text-wrap">{t('self.title')}</IonLabel>
      </IonItem>
      <IonItem routerLink={to('/reset-skills')} detail>
        <IonIcon slot="start" icon={refreshOutline} aria-hidden="true" />
        <IonLabel className="ion-text-wrap">{t('restart.title')}</IonLabel>
      </IonItem>
    </IonList>
  )
}
