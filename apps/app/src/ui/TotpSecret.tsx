import { useTranslation } from 'react-i18next'
import { CopyText } from './CopyText.tsx'
import { QrCode } from './QrCode.tsx'
import styles from './TotpSecret.module.css'

const groups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The secret of an authenticator app: a picture for a camera, a link for this device, and the text for both. */
export default function TotpSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.secret}>
      <p>{t('security.totp.scan')}</p>
      <QrCode text={uri} label={t('security.totp.qr')} />
      <a className="plain-button" href={uri}>
        {t('security.totp.open')}
      </a>
      <p className="quiet small">{t('security.totp.by_hand')}</p>
      <code dir="ltr">{groups(secret)}</code>
      <CopyText text={secret} label={t('security.totp.copy')} />
    </div>
  )
}
