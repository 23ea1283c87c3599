import { IonButton, IonIcon } from '@ionic/react'
import {
  chatbubblesOutline,
  createOutline,
  flagOutline,
  gitNetworkOutline,
  listOutline,
  sparklesOutline,
  speedometerOutline,
} from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate, formatNumber, relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import styles from './home.module.css'
import type { NextAction } from './next-actions.ts'

interface Card {
  icon: string
  title: string
  text: string
  button: string
  path: string
}

/** The texts of each action: title, reason, and link. */
function useCards() {
  const { t } = useTranslation()
  const counted = (count: number) => ({ count, n: formatNumber(count) })
  return (action: NextAction): Card => {
    switch (action.kind) {
      case 'answer': {
        const { first, count } = action
        const asked = t('home.answer.reason', { name: fullName(first.requester), when: relativeTime(first.created_at) })
        return {
          icon: createOutline,
          title: t('home.answer.title', counted(count)),
          text: [asked, first.due_at && t('home.answer.due', { date: formatDate(first.due_at) })].filter(Boolean).join(' '),
          button: t('home.answer.action'),
          path: `/answer?group=${first.id}`,
        }
      }
      case 'read':
        return {
          icon: sparklesOutline,
          title: t('home.read.title', counted(action.count)),
          text: t('home.read.text'),
          button: t('home.read.action'),
          path: '/dashboard',
        }
      case 'onboarding':
        return {
          icon: flagOutline,
          title: t('home.onboarding.title'),
          text: t('home.onboarding.text'),
          button: t('home.onboarding.action'),
          path: '/onboarding-blank',
        }
      case 'self_evaluation':
        return {
          icon: speedometerOutline,
          title: t('home.self.title', counted(action.count)),
          text: action.since ? t('home.self.since', { when: relativeTime(action.since) }) : t('home.self.text'),
          button: t('home.self.action'),
          path: '/self-evaluation',
        }
      case 'skills':
        return {
          icon: listOutline,
          title: t('ask.skills.empty'),
          text: t('ask.skills.empty_text'),
          button: t('ask.skills.choose'),
          path: '/skills',
        }
      case 'hierarchy':
        return {
          icon: gitNetworkOutline,
          title: t('home.hierarchy.title'),
          text: t('home.hierarchy.text'),
          button: t('home.hierarchy.action'),
          path: '/badge-hierarchical-list',
        }
      case 'ask':
        return {
          icon: chatbubblesOutline,
          title: t('home.asking.title'),
          text: t('home.asking.text'),
          button: t('home.ask'),
          path: '/my-skills',
        }
    }
  }
}

const tourStop = (action: NextAction, index: number) => (index === 0 ? 'next_action' : action.kind === 'ask' ? 'ask' : undefined)

/** The next actions; the first is highlighted. */
export function NextActions({ actions }: { actions: readonly NextAction[] }) {
  const cardOf = useCards()
  return actions.map((action, index) => {
    const { icon, title, text, button, path } = cardOf(action)
    return (
      <article className={`card ${styles.nextAction} next-action`} key={action.kind} data-tour={tourStop(action, index)}>
        <IonIcon icon={icon} aria-hidden="true" />
        <div className="grow">
          <h3>{title}</h3>
          <p className="quiet">{text}</p>
        </div>
        <IonButton fill={index === 0 ? 'solid' : 'outline'} routerLink={to(path)}>
          {button}
        </IonButton>
      </article>
    )
  })
}
