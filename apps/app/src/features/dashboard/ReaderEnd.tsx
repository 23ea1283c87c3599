import { IonButton } from '@ionic/react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isNamed, type ReaderItem } from './reader.api.ts'
import styles from './reader.module.css'

interface Props {
  heading: RefObject<HTMLHeadingElement | null>
  items: readonly ReaderItem[]
  thanked: number
}

/** The end of the reader, and what to do next. */
export function ReaderEnd({ heading, items, thanked }: Props) {
  const { t } = useTranslation()
  const last = items.findLast(isNamed)
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
