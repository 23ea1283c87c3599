import type { OidcSettings, SignInSettings } from '@reflet/contract/admin-sign-in'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../platform/locale.ts'
import { CopyLines } from './CopyLines.tsx'
import { Facts } from './Facts.tsx'
import { OidcForm } from './OidcForm.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import styles from './sign-in.module.css'

/** The company's OpenID provider. */
export function OidcSection({ settings }: { settings: SignInSettings }) {
  const { oidc, addresses } = settings
  return (
    <ProviderSection
      protocol="oidc"
      settings={settings}
      shown={oidc ? <Shown oidc={oidc} addresses={addresses} /> : null}
      form={(close) => (
        <>
          <OurAddress addresses={addresses} />
          <OidcForm oidc={oidc} onDone={close} />
        </>
      )}
    />
  )
}

function OurAddress({ addresses }: { addresses: SignInSettings['addresses'] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.part}>
      <h3>{t('admin.sign_in.oidc.ours')}</h3>
      <CopyLines lines={[{ label: t('admin.sign_in.oidc.redirect'), value: addresses.oidc_callback }]} />
    </div>
  )
}

function Shown({ oidc, addresses }: { oidc: OidcSettings; addresses: SignInSettings['addresses'] }) {
  const { t } = useTranslation()
  const { issuer, client_id, claim, person_by, hosted_domain, updated_at } = oidc
  return (
    <>
      <Facts
        facts={[
          { label: t('admin.sign_in.oidc.issuer'), value: issuer, code: true },
          { label: t('admin.sign_in.oidc.client_id'), value: client_id, code: true },
          { label: t('admin.sign_in.oidc.claim'), value: claim, code: true },
          { label: t('admin.sign_in.person_by.label'), value: t(`admin.sign_in.person_by.${person_by}`) },
          ...(hosted_domain ? [{ label: t('admin.sign_in.oidc.hosted_domain'), value: hosted_domain, code: true }] : []),
          { label: t('admin.sign_in.updated'), value: formatDate(updated_at, { dateStyle: 'medium', timeStyle: 'short' }) },
        ]}
      />
      <OurAddress addresses={addresses} />
    </>
  )
}
