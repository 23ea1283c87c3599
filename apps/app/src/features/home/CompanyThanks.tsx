import { IonButton, IonItem, IonLabel, IonList } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { awardsQuery } from '../awards/awards.api.ts'

const SHOWN = 3

/** The company's latest awards, and a link to give one. */
export function CompanyThanks() {
  const { t } = useTranslation()
  const { data, error, refetch } = useInfiniteQuery(awardsQuery('company'))
  if (error && !data) {
    return (
      <section className="stack" aria-labelledby="company-thanks">
        <h2 id="company-thanks">{t('awards.home.title')}</h2>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </section>
    )
  }
  if (!data) return null
  const awards = data.pages[0]?.awards.slice(0, SHOWN) ?? []
  return (
    <section className="stack" aria-labelledby="company-thanks">
      <h2 id="company-thanks">{t('awards.home.title')}</h2>
      {awards.length === 0 ? <p className="quiet">{t('awards.home.empty')}</p> : null}
      {awards.length > 0 ? (
        <IonList className="card group-list" lines="full">
          {awards.map((award) => (
            <IonItem key={award.id} routerLink={to(`/award?id=${award.id}`)} detail={false}>
              <span slot="start">
                <AwardDrawing icon={award.type.icon} size={40} />
              </span>
              <IonLabel className="ion-text-wrap">
                <span className="line">
                  {t('awards.home.item', { giver: fullName(award.giver, t('answers.former')), receiver: fullName(award.receiver) })}
                </span>
                <span className="line quiet small">
                  <bdi>{award.type.name}</bdi> · {relativeTime(award.created_at)}
                </span>
              </IonLabel>
            </IonItem>
          ))}
        </IonList>
      ) : null}
      <div className="form-actions">
        <IonButton fill="outline" routerLink={to('/award-select')}>
          {t('awards.hub.title')}
        </IonButton>
        {awards.length > 0 ? (
          <IonButton fill="clear" routerLink={to('/award-list?box=company')}>
            {t('awards.home.more')}
          </IonButton>
        ) : null}
      </div>
    </section>
  )
}
