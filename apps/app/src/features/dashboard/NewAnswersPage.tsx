import { IonButton, useIonViewDidEnter } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { checkmarkCircleOutline } from 'ionicons/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NoAnswer } from '../../ui/NoAnswer.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { markSeen } from '../feedback/received-answers/seen.api.ts'
import { ReadAnswer } from './ReadAnswer.tsx'
import { ReaderEnd } from './ReaderEnd.tsx'
import { answersIn, isRatable, rangeOf, readerQuery } from './reader.api.ts'
import styles from './reader.module.css'
import { useReaderKeys } from './useReaderKeys.ts'
import { type Reply, useReply } from './useReply.ts'

interface ButtonsProps {
  reply: Reply
  isLast: boolean
  onNext: () => void
}

/** The primary action: to send the thanks once there are stars, else to go on. */
function Buttons({ reply, isLast, onNext }: ButtonsProps) {
  const { t } = useTranslation()
  const next = t(isLast ? 'reader.finish' : 'reader.next')
  if (reply.stars === null) {
    return (
      <IonButton size="large" onClick={onNext}>
        {next}
      </IonButton>
    )
  }
  return (
    <>
      <IonButton size="large" fill="clear" onClick={onNext}>
        {t('reader.skip')}
      </IonButton>
      <IonButton size="large" disabled={reply.isPending} onClick={reply.send}>
        {reply.isPending ? t('common.saving') : reply.isNotified ? t('reader.send') : t('common.save')}
      </IonButton>
    </>
  )
}

/** One answer after another: its words, stars, a thank-you, and the next. */
export default function NewAnswersPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(readerQuery)
  const [place, setPlace] = useState(0)
  const [forward, setForward] = useState(true)
  const [thanked, setThanked] = useState(0)
  const [sent, setSent] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  const items = isFetching ? [] : (data?.items ?? [])
  const item = items[place]
  const atEnd = items.length > 0 && place >= items.length

  const go = (to: number) => {
    if (to < 0 || to > items.length || to === place) return
    if (item && to > place) markSeen(answersIn(item))
    moved.current = true
    setForward(to > place)
    setSent('')
    setPlace(to)
  }
  const onNext = () => go(place + 1)
  const reply = useReply(item && isRatable(item) ? item : undefined, (result) => {
    setThanked((count) => count + 1)
    onNext()
    setSent(result)
  })
  useReaderKeys({ next: onNext, previous: () => go(place - 1), enter: reply.stars === null ? onNext : reply.send })

  // The page may still be mounted behind others: when it is opened again after the end, it begins anew.
  const beginAnew = () => {
    moved.current = false
    setPlace(0)
    setSent('')
    setThanked(0)
    void refetch()
  }
  useIonViewDidEnter(() => {
    if (atEnd) beginAnew()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (!moved.current) return
    void heading.current?.closest('ion-content')?.scrollToTop(0)
    heading.current?.focus({ preventScroll: true })
  }, [place])

  return (
    <Page
      shows={[]}
      title={t(data?.onlyNew === false ? 'reader.latest' : 'reader.title')}
      back="/dashboard"
      footer={item ? <Buttons reply={reply} isLast={place === items.length - 1} onNext={onNext} /> : undefined}
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isFetching ? <Skeleton rows={3} /> : null}
      {data && !isFetching && items.length === 0 ? <NoAnswer /> : null}
      {/* In the page: a toast would cover the next answer, which is read at once. */}
      <p role="status" className={styles.sent}>
        {sent ? <Icon icon={checkmarkCircleOutline} /> : null}
        <span>{sent}</span>
      </p>
      {item ? (
        <section key={item.id} className={`stack ${forward ? styles.fromNext : styles.fromPrevious}`} data-testid="reader">
          <ReadAnswer
            item={item}
            heading={heading}
            range={rangeOf(items, place)}
            reply={reply}
            {...(place > 0 && { onPrevious: () => go(place - 1) })}
          />
        </section>
      ) : null}
      {atEnd ? <ReaderEnd heading={heading} items={items} thanked={thanked} onMore={beginAnew} /> : null}
    </Page>
  )
}
