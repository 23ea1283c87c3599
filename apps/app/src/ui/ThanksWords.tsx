import type { Thanks } from '@reflet/contract/answers'
import { MAX_STARS } from '@reflet/contract/quality'
import { star, starOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../platform/locale.ts'
import { Icon } from './Icon.tsx'
import styles from './ThanksWords.module.css'

const STARS = Array.from({ length: MAX_STARS }, (_, place) => place + 1)

/** The usefulness rating, as stars and text. */
function Stars({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <p className={styles.stars}>
      <span className={styles.starsDrawn} aria-hidden="true">
        {STARS.map((place) => (
          <Icon key={place} icon={place <= count ? star : starOutline} />
        ))}
      </span>
      <strong>{t(`useful.stars.${count as 1 | 2 | 3 | 4 | 5}`)}</strong>
      <span className="visually-hidden">{t('useful.of_five', { n: formatNumber(count), total: formatNumber(MAX_STARS) })}</span>
    </p>
  )
}

/** The receiver's thanks. `from` is the receiver; without it, they are mine. */
export function ThanksWords({ thanks, from }: { thanks: Thanks; from?: string }) {
  const { t } = useTranslation()
  const date = formatDate(thanks.rated_at)
  return (
    <section className={styles.thanksWords}>
      <p className="quiet small">{from ? t('useful.came_back', { name: from, date }) : t('useful.i_said', { date })}</p>
      <Stars count={thanks.stars} />
      {thanks.thanks ? (
        <blockquote className={styles.thanksSaid} dir="auto">
          {thanks.thanks}
        </blockquote>
      ) : null}
      {thanks.will_try ? (
        <dl>
          <dt>{t(from ? 'useful.will_try.theirs' : 'useful.will_try.mine')}</dt>
          <dd dir="auto">{thanks.will_try}</dd>
        </dl>
      ) : null}
    </section>
  )
}
