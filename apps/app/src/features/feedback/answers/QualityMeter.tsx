import { IonIcon } from '@ionic/react'
import { type QualityFacts, type QualityPart, qualityOf } from '@reflet/contract/quality'
import { checkmarkCircle, ellipseOutline, starOutline } from 'ionicons/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { PARTS_AS_WRITTEN } from '../../../ui/quality.ts'
import barStyles from '../../../ui/share-bar.module.css'
import styles from './quality-meter.module.css'

/** Debounce: long enough not to interrupt typing. */
const PAUSE = 2000

/** The debounced text; empty before its first change. */
function useSettled(text: string) {
  const [first] = useState(text)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text === first ? '' : text), PAUSE)
    return () => window.clearTimeout(timer)
  }, [text, first])
  return settled
}

const partsOf = (confidential: boolean) => PARTS_AS_WRITTEN.filter((part) => part !== 'useful' || !confidential)

interface Props {
  facts: QualityFacts
  /** The reader of the answer. */
  reader: string
  /** A confidential answer is never rated by its reader. */
  confidential: boolean
}

/** The index in one line beside the send button, with the next part that could be added; nothing before the first input. */
export function SlimQuality({ facts, confidential }: Omit<Props, 'reader'>) {
  const { t } = useTranslation()
  const { index, points } = qualityOf(facts)
  if (!facts.situation && !facts.keep && !facts.improve) return null
  const n = formatNumber(index)
  const open = partsOf(confidential).find((part) => points[part] === 0)
  // Screen readers hear the detailed meter.
  return (
    <div className={styles.slim} data-testid="slim-quality" aria-hidden="true">
      <strong>{n}</strong>
      <div className={`${barStyles.shareBar} ${styles.slimBar}`}>
        <span style={{ inlineSize: `${index}%` }} />
      </div>
      {open ? <span className="quiet small">+ {t(`quality.part.${open}`)}</span> : null}
    </div>
  )
}

/** Quality hints while an answer is written; never mandatory. */
export function QualityMeter({ facts, reader, confidential }: Props) {
  const { t } = useTranslation()
  const { index, points, weights } = qualityOf(facts)
  const parts = partsOf(confidential)
  const n = formatNumber(index)
  const total = formatNumber(100)
  // No hints before the first input.
  const begun = facts.situation || facts.keep || facts.improve
  const open = parts.filter((part) => points[part] === 0)
  const spoken = [
    t('quality.live.spoken', { n, total }),
    open.length > 0 ? t('quality.live.open', { parts: formatList(open.map((part) => t(`quality.part.${part}`))) }) : '',
  ].join(' ')
  const settled = useSettled(spoken)
  return (
    <section className={styles.qualityMeter} aria-label={t('quality.live.title')}>
      <div className={styles.qualityHead}>
        <h3>{t('quality.live.title')}</h3>
        {begun ? (
          <p>
            <strong>{n}</strong> <span className="quiet small">{t('quality.of_hundred', { n: total })}</span>
          </p>
        ) : null}
      </div>
      <div className={barStyles.shareBar} aria-hidden="true">
        <span style={{ inlineSize: `${begun ? index : 0}%` }} />
      </div>
      <ul>
        {parts.map((part) => (
          <Part key={part} part={part} points={points[part]} weight={weights[part]} reader={reader} />
        ))}
      </ul>
      <p className="quiet small">{t('quality.live.note')}</p>
      <p className="visually-hidden" role="status">
        {settled}
      </p>
    </section>
  )
}

interface PartProps {
  part: QualityPart
  /** Both null until the reader has rated the answer: the other parts are rescaled until then. */
  points: number | null
  weight: number | null
  reader: string
}

const WHOLE = { maximumFractionDigits: 0 }

function Part({ part, points, weight, reader }: PartProps) {
  const { t } = useTranslation()
  const reached = points !== null && points > 0
  const icon = points === null ? starOutline : reached ? checkmarkCircle : ellipseOutline
  return (
    <li className={reached ? styles.isReached : undefined}>
      <IonIcon icon={icon} aria-hidden="true" />
      <span className="grow">
        {points === null ? t('quality.live.useful', { name: reader }) : t(`quality.part.${part}`)}
        {reached ? <span className="visually-hidden"> ({t('quality.live.reached')})</span> : null}
      </span>
      {points === null || weight === null ? null : (
        <bdi className="quiet small" dir="ltr" aria-hidden="true">
          {reached ? formatNumber(points, WHOLE) : `+${formatNumber(weight, WHOLE)}`}
        </bdi>
      )}
    </li>
  )
}
