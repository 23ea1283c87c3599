import type { Certificate } from '@reflet/contract/admin-sign-in'
import { alertCircleOutline, checkmarkCircleOutline, timeOutline } from 'ionicons/icons'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../platform/locale.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './sign-in.module.css'

const ICONS: Record<Certificate['status'], string> = {
  valid: checkmarkCircleOutline,
  expiring: timeOutline,
  not_yet_valid: timeOutline,
  expired: alertCircleOutline,
}
const LOOKS: Record<Certificate['status'], string | undefined> = {
  valid: styles.valid,
  expiring: styles.soon,
  not_yet_valid: styles.soon,
  expired: styles.over,
}

/** With the year: a certificate lives for several. */
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** As providers show it: pairs with colons, between which it is wrapped. */
const Fingerprint = ({ value }: { value: string }) => (
  <code dir="ltr">
    {(value.toUpperCase().match(/.{2}/g) ?? []).map((pair, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pairs have no other key
      <Fragment key={place}>
        {place > 0 ? ':' : null}
        <wbr />
        {pair}
      </Fragment>
    ))}
  </code>
)

/** The certificates of the identity provider: what an administrator compares, and how long they hold. */
export function Certificates({ certificates }: { certificates: readonly Certificate[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.part}>
      <h3 id="sign-in-certificates">{t('admin.sign_in.saml.certificates')}</h3>
      <ul className={styles.certificates} aria-labelledby="sign-in-certificates">
        {certificates.map(({ fingerprint, subject, not_before, not_after, status }) => (
          <li key={fingerprint}>
            <strong>
              <bdi dir="auto">{subject}</bdi>
            </strong>
            <span className={`${styles.state} ${LOOKS[status]}`}>
              <Icon icon={ICONS[status]} />
              {t(`admin.sign_in.certificate.status.${status}`)}
            </span>
            <span className="line quiet small">
              {t('admin.sign_in.certificate.dates', { from: formatDate(not_before, DATE), to: formatDate(not_after, DATE) })}
            </span>
            <span className="line quiet small">{t('admin.sign_in.certificate.fingerprint')}</span>
            <span className="line quiet small">
              <Fingerprint value={fingerprint} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
