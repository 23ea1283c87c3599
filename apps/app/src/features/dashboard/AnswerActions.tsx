import { IonButton, IonIcon } from '@ionic/react'
import type { NamedAnswer } from '@reflet/contract/received-answers'
import { cafeOutline, star, starOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import styles from './dashboard.module.css'
import { ShareButton } from './ShareButton.tsx'

/** The actions of a named answer. */
export function AnswerActions({ answer }: { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const { id, thanks, skill, not_observed } = answer
  const name = fullName(answer.giver)
  // A former colleague has neither a name nor an address: no one can be invited.
  const reachable = name !== ''
  return (
    <footer className={styles.answerActions}>
      {not_observed ? null : (
        <IonButton fill="clear" size="small" routerLink={to(`/rating?answer=${id}`)}>
          <IonIcon slot="start" icon={thanks ? star : starOutline} aria-hidden="true" />
          {thanks ? t('answers.rated', { count: thanks.stars, n: formatNumber(thanks.stars) }) : t('answers.rate')}
          <span className="visually-hidden">: {[name, skill.name].filter(Boolean).join(', ')}</span>
        </IonButton>
      )}
      {reachable ? (
        <IonButton fill="clear" size="small" routerLink={to(`/coffee-request?answer=${id}`)}>
          <IonIcon slot="start" icon={cafeOutline} aria-hidden="true" />
          {t('answers.coffee')}
          <span className="visually-hidden">: {name}</span>
        </IonButton>
      ) : null}
      <ShareButton answer={answer} />
    </footer>
  )
}
