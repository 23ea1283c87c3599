import { isRightToLeft, type Locale } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { asTime, type Cue } from './player.ts'
import styles from './videos.module.css'

interface Props {
  cues: readonly Cue[]
  /** The current time, in seconds. */
  now: number
  locale: Locale | 'off'
  onSeek: (seconds: number) => void
}

/** The text of the captions; each line seeks to its time. */
export function Transcript({ cues, now, locale, onSeek }: Props) {
  const { t } = useTranslation()
  if (cues.length === 0 || locale === 'off') return null
  const here = cues.findLastIndex(({ start }) => start <= now + 0.1)
  return (
    <section aria-label={t('video.transcript')}>
      <h2>{t('video.transcript')}</h2>
      <ol className={styles.transcript} data-testid="transcript" lang={locale} dir={isRightToLeft(locale) ? 'rtl' : 'ltr'}>
        {cues.map(({ start, text }, place) => (
          <li key={start}>
            <button type="button" aria-current={place === here ? 'true' : undefined} onClick={() => onSeek(start)}>
              <span className="quiet small">{asTime(start)}</span>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
