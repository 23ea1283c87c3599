import { IonButton, useIonRouter } from '@ionic/react'
import type { AwardType } from '@reflet/contract/awards'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { awardTypesQuery } from './awards.api.ts'
import styles from './awards.module.css'

/** Selects the award type. The selection is in the URL, so that reload and back keep it. */
export default function AwardSelectPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { data, error, isPending, refetch } = useQuery(awardTypesQuery)
  const wanted = useQueryParam('/award-select', 'type')
  const chosen = data?.types.find(({ id }) => id === wanted)
  const choose = (id: string) => router.push(to(`/award-select?type=${id}`), 'none', 'replace')
  const next = (
    <IonButton
      size="large"
      expand="block"
      disabled={!chosen}
      onClick={() => chosen && router.push(to(`/award-contacts?type=${chosen.id}`), 'forward')}
    >
      {t('awards.select.next')}
    </IonButton>
  )
  return (
    <Page shows={[['awards', 'types']]} title={t('awards.hub.action')} back="/award" wide footer={next}>
      <p className="quiet small">{t('ask.step', { n: formatNumber(1), total: formatNumber(3) })}</p>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={5} /> : null}
      {data ? (
        <fieldset className={styles.awardTypes}>
          <legend>{t('awards.select.title')}</legend>
          {data.types.map((type) => (
            <Choice key={type.id} type={type} checked={type.id === chosen?.id} onChoose={() => choose(type.id)} />
          ))}
        </fieldset>
      ) : null}
    </Page>
  )
}

const Choice = ({ type, checked, onChoose }: { type: AwardType; checked: boolean; onChoose: () => void }) => (
  <label className={styles.awardType} data-testid="award-type">
    <input type="radio" name="award-type" checked={checked} onChange={onChoose} />
    <AwardDrawing icon={type.icon} />
    <span>
      <strong dir="auto">{type.name}</strong>
      <span className="quiet small" dir="auto">
        {type.description}
      </span>
    </span>
  </label>
)
