import { IonButton, IonList } from '@ionic/react'
import { MIRROR, type Mirror, type SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import styles from './dashboard.module.css'
import { MirrorChip } from './MirrorChip.tsx'
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
      {skills.some(({ score }) => score === null) ? (
        <IonButton fill="outline" size="small" routerLink={to('/my-skills')}>
          {t('home.ask')}
        </IonButton>
      ) : null}
    </div>
  )
}

function Group({ mirror, skills }: { mirror: Mirror; skills: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  return (
    <section className={`stack ${styles.mirrorGroup} mirror-group`} aria-label={t(`mirror.${mirror}.label`)}>
      <div>
        <h2>
          <MirrorChip mirror={mirror} />
        </h2>
        <p className="quiet">{t(`mirror.${mirror}.group`)}</p>
      </div>
      <IonList className="card group-list" lines="full">
        {skills.map((statistics) => (
          <SkillRow key={statistics.skill.id} statistics={statistics} withScale={mirror !== 'unknown'} />
        ))}
      </IonList>
      {mirror === 'unknown' ? <Missing skills={skills} /> : null}
    </section>
  )
}

/** My skills grouped by the comparison of the two views. Skills are grouped, never people, and none is ranked. */
export function MirrorView({ skills }: { skills: readonly SkillStatistics[] }) {
  const groups = MIRROR.map((mirror) => ({ mirror, skills: skills.filter((one) => one.mirror === mirror) }))
  return (
    <div className={`stack ${styles.mirrorView}`}>
      {groups.map((group) => (group.skills.length > 0 ? <Group key={group.mirror} {...group} /> : null))}
    </div>
  )
}
