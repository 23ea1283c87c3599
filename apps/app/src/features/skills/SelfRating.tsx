import { IonButton } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { RatingInput } from '../../ui/RatingInput.tsx'
import { SkillHeading } from '../../ui/SkillHeading.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { SameButton } from './SameButton.tsx'
import { SelfHistory } from './SelfHistory.tsx'

interface Props {
  statistics: SkillStatistics
  /** Selected but not sent yet. */
  rating: number | undefined
  onRate: (rating: number | undefined) => void
  onNext: (() => void) | undefined
}

/** The self-evaluation of one skill with its history. Others' ratings are not shown here, to avoid bias. */
export function SelfRating({ statistics: { skill, self }, rating, onRate, onNext }: Props) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <section className="card stack">
        <SkillHeading skill={skill} />
        {self ? (
          <div className="row">
            <p>{t('self.last', { rating: t(`rating.${self.rating as 1 | 2 | 3 | 4 | 5}.label`), date: formatDate(self.created_at) })}</p>
            <SameButton skill={skill.name} pressed={rating === self.rating} onPress={(same) => onRate(same ? self.rating : undefined)} />
          </div>
        ) : null}
        <RatingInput
          withoutNotObserved
          legend={t('self.how_often')}
          value={rating === undefined ? undefined : { rating, not_observed: false }}
          onChange={(value) => onRate(value.rating ?? undefined)}
        />
        {rating !== undefined || onNext ? (
          <div className="form-actions">
            {onNext ? (
              <IonButton fill="outline" onClick={onNext}>
                {t('self.next')}
              </IonButton>
            ) : null}
            {rating === undefined ? null : (
              <IonButton fill="clear" onClick={() => onRate(undefined)}>
                {t('self.unset')}
              </IonButton>
            )}
          </div>
        ) : null}
        <TrustLine>{t('self.only_me')}</TrustLine>
        <TrustLine sealed>{t('self.no_anchor')}</TrustLine>
      </section>
      <SelfHistory skillId={skill.id} />
    </div>
  )
}
