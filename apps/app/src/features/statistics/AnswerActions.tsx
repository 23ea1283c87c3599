import { IonButton, IonIcon } from '@ionic/react'
import type { NamedAnswer } from '@reflet/contract/feedback'
import { cafeOutline, star, starOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { to } from '../../platform/runtime.ts'
import { ShareButton } from './ShareButton.tsx'

/** What can be done with a named answer. */
export function AnswerActions({ answer }: { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const { id, thanks, skill } = answer
  const name = fullName(answer.giver)
  // A former colleague has neither a name nor an address: nobody is there to drink with.
  const reachable = name !== ''
  return (
    <footer className="answer-actions">
      <IonButton fill="clear" size="small" routerLink={to(`/rating?answer=${id}`)}>
        <IonIcon slot="start" icon={thanks ? star : starOutline} aria-hidden="true" />
        {thanks ? t('answers.rated', { count: thanks.stars, n: formatNumber(thanks.stars) }) : t('answers.rate')}
        <span className="visually-hidden">: {[name, skill.name].filter(Boolean).join(', ')}</span>
      </IonButton>
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
