import { IonButton, IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import {
  chatbubblesOutline,
  createOutline,
  flagOutline,
  gitNetworkOutline,
  hourglassOutline,
  listOutline,
  medalOutline,
  sparklesOutline,
  speedometerOutline,
} from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatList } from '../../platform/lists.ts'
import { formatDate, formatNumber, relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useCounts } from '../../ui/counts.ts'
import { useSentText } from '../feedback/requests/sent-text.api.ts'
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
  const stateOf = useSentText()
  const say = useCounts()
  const counted = (count: number) => ({ count, n: formatNumber(count) })
  return (action: NextAction): Card => {
    switch (action.kind) {
      case 'answer': {
        const { first, waiting } = action
        const asked = t('home.answer.reason', { name: fullName(first.requester), when: relativeTime(first.created_at) })
        return {
          icon: createOutline,
          title: t('home.answer.title', { waiting: say.waiting(waiting) }),
          text: [asked, first.due_at && t('home.answer.due', { date: formatDate(first.due_at, { dateStyle: 'long' }) })]
            .filter(Boolean)
            .join(' '),
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
          path: '/new-answers',
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
      case 'badge':
        return {
          icon: medalOutline,
          title: t('home.badge.title', counted(action.count)),
          text: t('home.badge.text'),
          button: t('home.badge.action'),
          path: '/badge-home',
        }
      case 'skills':
        return {
          icon: listOutline,
          title: t('ask.skills.empty'),
          text: t('ask.skills.empty_text'),
          button: t('ask.skills.choose'),
          path: '/skills',
        }
      case 'waiting': {
        const { skills, id } = action.request
        return {
          icon: hourglassOutline,
          title: t('home.waiting.title'),
          text: [formatList(skills.map(({ name }) => name)), stateOf(action.request)].join(' · '),
          button: t('sent.title'),
          path: `/request-confirmation/${id}`,
        }
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
          title: t(action.isFirst ? 'home.asking.title' : 'ask.title'),
          text: t('home.asking.text'),
          button: t('home.ask'),
          path: '/my-skills',
        }
    }
  }
}

/** The most urgent action, large: the only primary button of the page. */
export function FocusAction({ action }: { action: NextAction }) {
  const { icon, title, text, button, path } = useCards()(action)
  return (
    <article className={`card ${styles.focusAction}`} data-testid="next-action" data-tour="next_action">
      <IonIcon icon={icon} aria-hidden="true" />
      <div className="grow">
        <h3>{title}</h3>
        <p className="quiet">{text}</p>
      </div>
      <IonButton size="large" routerLink={to(path)}>
        {button}
      </IonButton>
    </article>
  )
}

/** The other actions by priority, one calm line each. */
export function MoreActions({ actions }: { actions: readonly NextAction[] }) {
  const { t } = useTranslation()
  const cardOf = useCards()
  if (actions.length === 0) return null
  return (
    <section className="stack" aria-labelledby="more-actions">
      <h2 id="more-actions">{t('home.more_to_do')}</h2>
      <IonList className="card group-list" lines="full">
        {actions.map((action) => {
          const { icon, title, text, path } = cardOf(action)
          return (
            <IonItem key={action.kind} routerLink={to(path)} detail data-tour={action.kind === 'ask' ? 'ask' : undefined}>
              <span slot="start" className={styles.actionIcon}>
                <IonIcon icon={icon} aria-hidden="true" />
              </span>
              <IonLabel className="ion-text-wrap">
                <strong>{title}</strong>
                <span className="line quiet small">{text}</span>
              </IonLabel>
            </IonItem>
          )
        })}
      </IonList>
    </section>
  )
}
