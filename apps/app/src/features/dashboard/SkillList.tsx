import { IonButton, IonList } from '@ionic/react'
import { MIRROR, MIRROR_FROM, type Mirror, type SkillStatistics } from '@reflet/contract/statistics'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { byGap } from './insights.ts'
import { SkillRow } from './SkillRow.tsx'

/** The next step where a view is missing. */
function Missing({ skills }: { skills: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  return (
    <div className="form-actions">
      {skills.some(({ self }) => !self) ? (
        <IonButton fill="outline" size="small" routerLink={to('/self-evaluation')}>
          {t('home.self.action')}
        </IonButton>
      ) : null}
      {skills.some(({ n }) => n < MIRROR_FROM) ? (
        <IonButton fill="outline" size="small" routerLink={to('/my-skills')}>
          {t('home.ask')}
        </IonButton>
      ) : null}
    </div>
  )
}

interface Props {
  skills: readonly SkillStatistics[]
  /** The skills of the radar, in the order of its axes. */
  axes: readonly SkillStatistics[]
}

/**
 * My skills with both views and their comparison, what differs most first; filtered by the result of the comparison. Skills are compared,
 * never people.
 */
export function SkillList({ skills, axes }: Props) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<Mirror>()
  const states = MIRROR.map((mirror) => ({ mirror, n: skills.filter((one) => one.mirror === mirror).length })).filter(({ n }) => n > 0)
  // Another period may have no skill of the chosen state.
  const chosen = states.some(({ mirror }) => mirror === wanted) ? wanted : undefined
  const shown = byGap(skills).filter(({ mirror }) => chosen === undefined || mirror === chosen)
  return (
    <>
      {states.length > 1 ? (
        <FilterChips
          label={t('mirror.filter')}
          options={[
            { value: undefined, label: t('skills.all') },
            ...states.map(({ mirror, n }) => ({ value: mirror, label: `${t(`mirror.${mirror}.label`)} (${formatNumber(n)})` })),
          ]}
          chosen={chosen}
          onChoose={setWanted}
        />
      ) : null}
      {chosen ? <p className="quiet">{t(`mirror.${chosen}.group`, { n: formatNumber(MIRROR_FROM) })}</p> : null}
      <IonList className="card group-list" lines="full">
        {shown.map((statistics) => (
          <SkillRow
            key={statistics.skill.id}
            statistics={statistics}
            number={axes.includes(statistics) ? axes.indexOf(statistics) + 1 : undefined}
          />
        ))}
      </IonList>
      {chosen === 'unknown' ? <Missing skills={shown} /> : null}
    </>
  )
}
