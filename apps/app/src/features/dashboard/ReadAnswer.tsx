import type { NamedAnswer } from '@reflet/contract/received-answers'
import { chevronBackOutline } from 'ionicons/icons'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatRange } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ThanksWords } from '../../ui/ThanksWords.tsx'
import { StarsInput } from '../feedback/received-answers/StarsInput.public.tsx'
import { ThanksField, ThanksTrust } from '../feedback/received-answers/ThanksField.public.tsx'
import { AnswerCard, ConfidentialCard } from './AnswerCard.tsx'
import { NotObserved } from './NotObserved.tsx'
import { isNamed, isRatable, isUnobserved, type ReaderItem, type rangeOf } from './reader.api.ts'
import styles from './reader.module.css'
import type { Reply } from './useReply.ts'

interface Props {
  item: ReaderItem
  heading: RefObject<HTMLHeadingElement | null>
  /** The numbers of its answers, of all. */
  range: ReturnType<typeof rangeOf>
  reply: Reply
  onPrevious?: () => void
}

/** The reply, below the answer: it is scrolled above the buttons when it appears, with its ready phrases. */
function ThanksPart({ item, reply, isChosen }: { item: NamedAnswer; reply: Reply; isChosen: boolean }) {
  const part = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (!isChosen) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // The bar has a second button from now on: after its layout.
    const frame = requestAnimationFrame(() => part.current?.scrollIntoView({ block: 'end', behavior: still ? 'auto' : 'smooth' }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={part} className={`stack ${styles.thanks}`}>
      <ThanksField id="reader-thanks" value={reply.thanks} onChange={reply.write} />
      <ThanksTrust answer={item} />
    </div>
  )
}

/** One answer in full, with the reply to its giver below it; confidential answers take no reply. */
export function ReadAnswer({ item, heading, range: { from, to, total }, reply, onPrevious }: Props) {
  const { t } = useTranslation()
  // A draft also has stars, but the answer is read first.
  const chosen = useRef('')
  const choose = (stars: number) => {
    chosen.current = item.id
    reply.choose(stars)
  }
  const progress = t('reader.place', { count: to - from + 1, n: formatRange(from, to), total: formatNumber(total) })
  return (
    <>
      <header className={styles.head}>
        <div className={styles.progress} aria-hidden="true">
          <span style={{ inlineSize: `${(to / total) * 100}%` }} />
        </div>
        <div className={styles.title}>
          {onPrevious ? (
            <button type="button" className={`icon-button ${styles.previous}`} aria-label={t('reader.previous')} onClick={onPrevious}>
              <Icon icon={chevronBackOutline} />
            </button>
          ) : null}
          <h2 ref={heading} tabIndex={-1}>
            <span className="line quiet small">{progress}</span>
            {isUnobserved(item) ? t('rating.not_observed.label') : <bdi>{item.skill.name}</bdi>}
          </h2>
        </div>
      </header>
      {isNamed(item) ? (
        <>
          <AnswerCard answer={item} />
          {item.thanks ? <ThanksWords thanks={item.thanks} /> : null}
          {isRatable(item) ? <StarsInput id="reader-stars" value={reply.stars} onChange={choose} /> : null}
          {reply.stars === null ? null : <ThanksPart key={item.id} item={item} reply={reply} isChosen={chosen.current === item.id} />}
          {reply.error ? <ErrorNotice error={reply.error} onRetry={reply.send} /> : null}
        </>
      ) : isUnobserved(item) ? (
        <div className="card">
          <NotObserved answers={item.answers} withSkill beside={false} />
        </div>
      ) : (
        <ConfidentialCard group={item} />
      )}
      <p className={`quiet small ${styles.keys}`}>{t('reader.keys')}</p>
    </>
  )
}
