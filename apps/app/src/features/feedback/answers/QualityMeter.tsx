import { IonIcon } from '@ionic/react'
import { QUALITY_WEIGHTS, type QualityFacts, type QualityPart, qualityOf } from '@reflet/contract/quality'
import { checkmarkCircle, ellipseOutline, starOutline } from 'ionicons/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList, formatNumber } from '../../../platform/locale.ts'
import { PARTS_AS_WRITTEN } from '../../../ui/quality.ts'
import './quality-meter.css'

/** Long enough that nobody is interrupted in the middle of a sentence. */
const PAUSE = 2000

/** The text once it has rested for a while; nothing before it first changes. */
function useSettled(text: string) {
  const [first] = useState(text)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text === first ? '' : text), PAUSE)
    return () => window.clearTimeout(timer)
  }, [text, first])
  return settled
}

interface Props {
  facts: QualityFacts
  /** Who will read it. */
  reader: string
  /** A confidential answer is never rated by its reader. */
  confidential: boolean
}

/** What makes an answer worth reading, as it is being written: said, never demanded. */
export function QualityMeter({ facts, reader, confidential }: Props) {
  const { t } = useTranslation()
  const { index, points } = qualityOf(facts)
  const parts = PARTS_AS_WRITTEN.filter((part) => part !== 'useful' || !confidential)
  // What the reader has yet to say is not out of reach, and not reached: the figure counts what is known, as the list below does.
  const known = parts.filter((part) => points[part] !== null)
  const n = formatNumber(known.reduce((sum, part) => sum + (points[part] ?? 0), 0))
  const total = formatNumber(known.reduce((sum, part) => sum + QUALITY_WEIGHTS[part], 0))
  // Nobody is judged for what they have not begun.
  const begun = facts.situation || facts.keep || facts.improve
  const open = parts.filter((part) => points[part] === 0)
  const spoken = [
    t('quality.live.spoken', { n, total }),
    open.length > 0 ? t('quality.live.open', { parts: formatList(open.map((part) => t(`quality.part.${part}`))) }) : '',
  ].join(' ')
  const settled = useSettled(spoken)
  return (
    <section className="quality-meter" aria-label={t('quality.live.title')}>
      <div className="quality-head">
        <h3>{t('quality.live.title')}</h3>
        {begun ? (
          <p>
            <strong>{n}</strong> <span className="quiet small">{t('quality.of_hundred', { n: total })}</span>
          </p>
        ) : null}
      </div>
      <div className="share-bar" aria-hidden="true">
        <span style={{ inlineSize: `${begun ? index : 0}%` }} />
      </div>
      <ul>
        {parts.map((part) => (
          <Part key={part} part={part} points={points[part]} reader={reader} />
        ))}
      </ul>
      <p className="quiet small">{t('quality.live.note')}</p>
      <p className="visually-hidden" role="status">
        {settled}
      </p>
    </section>
  )
}

function Part({ part, points, reader }: { part: QualityPart; points: number | null; reader: string }) {
  const { t } = useTranslation()
  const reached = points !== null && points > 0
  const icon = points === null ? starOutline : reached ? checkmarkCircle : ellipseOutline
  return (
    <li className={reached ? 'is-reached' : undefined}>
      <IonIcon icon={icon} aria-hidden="true" />
      <span className="grow">
        {points === null ? t('quality.live.useful', { name: reader }) : t(`quality.part.${part}`)}
        {reached ? <span className="visually-hidden"> ({t('quality.live.reached')})</span> : null}
      </span>
      <bdi className="quiet small" dir="ltr" aria-hidden="true">
        {reached ? formatNumber(points) : `+${formatNumber(QUALITY_WEIGHTS[part])}`}
      </bdi>
    </li>
  )
}
