import { IonButton } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { checkmarkCircle } from 'ionicons/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { to } from '../../../platform/paths.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { focusStep } from '../../../ui/step-focus.ts'
import styles from './skill-step.module.css'

/** A request whose last answer was sent, and the one that follows. */
export interface Sent {
  readonly group: RequestToAnswer
  readonly next: RequestToAnswer
}

/** The open request; when it follows another one, with what was sent, and the focus on its heading. */
export function Following({ sent, children }: { sent: Sent | undefined; children: ReactNode }) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const next = sent?.next.id
  useEffect(() => {
    if (next) focusStep(container.current)
  }, [next])
  return (
    <div className="stack" ref={container}>
      <div className={sent ? 'row' : undefined}>
        <p className={styles.sent} data-testid="sent-to" role="status">
          {sent ? (
            <>
              <Icon icon={checkmarkCircle} size="1.25rem" />
              <span>
                {t('answer.sent_to', { name: sent.group.requester.first_name })}
                <span className="visually-hidden"> {t('answer.sent_next', { name: fullName(sent.next.requester) })}</span>
              </span>
            </>
          ) : null}
        </p>
        {sent ? (
          <IonButton fill="clear" size="small" routerLink={to(`/answer-confirmation/${sent.group.id}`)}>
            {t('answer.see_sent')}
          </IonButton>
        ) : null}
      </div>
      {children}
    </div>
  )
}
