import { IonButton } from '@ionic/react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useUserRecord } from '../../platform/session.ts'
import { newAnswersOf, useCounts } from '../../ui/counts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isRatable, type ReaderItem } from './reader.api.ts'
import styles from './reader.module.css'

interface Props {
  heading: RefObject<HTMLHeadingElement | null>
  items: readonly ReaderItem[]
  thanked: number
  /** To answers that arrived meanwhile, or were too many. */
  onMore: () => void
}

/** The end of the reader, and what to do next. */
export function ReaderEnd({ heading, items, thanked, onMore }: Props) {
  const { t } = useTranslation()
  const say = useCounts()
  const record = useUserRecord()
  const left = record ? newAnswersOf(record) : 0
  const last = items.findLast(isRatable)
  if (left > 0) {
    return (
      <>
        <h2 ref={heading} tabIndex={-1} className="visually-hidden">
          {say.newAnswers(left)}
        </h2>
        <EmptyState drawing="answer" title={say.newAnswers(left)}>
          <IonButton onClick={onMore}>{t('home.read.action')}</IonButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('reader.end.title')}
      </h2>
      <EmptyState
        drawing="answer"
        title={t('reader.end.title')}
        text={thanked > 0 ? t('reader.end.thanked', { count: thanked, n: formatNumber(thanked) }) : t('reader.end.text')}
        celebrates
      >
        <div className={styles.after}>
          {last ? <IonButton routerLink={to(`/rating?answer=${last.id}`)}>{t('reader.end.try')}</IonButton> : null}
          <IonButton fill={last ? 'outline' : 'solid'} routerLink={to('/my-skills')}>
            {t('reader.end.ask')}
          </IonButton>
          <IonButton fill="clear" routerLink={to('/dashboard')}>
            {t('reader.end.dashboard')}
          </IonButton>
        </div>
      </EmptyState>
    </>
  )
}
