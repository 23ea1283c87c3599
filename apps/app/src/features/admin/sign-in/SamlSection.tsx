import type { SamlSettings, SignInSettings } from '@reflet/contract/admin-sign-in'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../platform/locale.ts'
import { Certificates } from './Certificates.tsx'
import { CopyLines } from './CopyLines.tsx'
import { Facts } from './Facts.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import { SamlForm } from './SamlForm.tsx'
import styles from './sign-in.module.css'

/** The company's SAML identity provider. */
export function SamlSection({ settings }: { settings: SignInSettings }) {
  const { saml, addresses } = settings
  return (
    <ProviderSection
      protocol="saml"
      settings={settings}
      shown={saml ? <Shown saml={saml} addresses={addresses} /> : null}
      form={(close) => (
        <>
          <OurAddresses addresses={addresses} />
          <SamlForm saml={saml} onDone={close} />
        </>
      )}
    />
  )
}

interface AddressProps {
  addresses: SignInSettings['addresses']
  /** Beside the settings, not as the first step of the form. */
  isShown?: boolean
}

/** What the identity provider must know of us. */
function OurAddresses({ addresses, isShown = false }: AddressProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.part}>
      <h3>{t(isShown ? 'admin.sign_in.saml.ours_set' : 'admin.sign_in.saml.ours')}</h3>
      <CopyLines
        lines={[
          { label: t('admin.sign_in.saml.our_entity_id'), value: addresses.saml_metadata },
          { label: t('admin.sign_in.saml.acs'), value: addresses.saml_acs },
        ]}
      />
      <a href={addresses.saml_metadata} target="_blank" rel="noopener" className="plain-button">
        {t('admin.sign_in.saml.open_metadata')}
      </a>
    </div>
  )
}

function Shown({ saml, addresses }: { saml: SamlSettings; addresses: SignInSettings['addresses'] }) {
  const { t } = useTranslation()
  const { idp_entity_id, sso_url, certificates, person_by, attribute, idp_initiated, create_people, updated_at } = saml
  return (
    <>
      <Facts
        facts={[
          { label: t('admin.sign_in.saml.entity_id'), value: idp_entity_id, code: true },
          { label: t('admin.sign_in.saml.sso_url'), value: sso_url, code: true },
          { label: t('admin.sign_in.person_by.label'), value: t(`admin.sign_in.person_by.${person_by}`) },
          attribute
            ? { label: t('admin.sign_in.saml.attribute'), value: attribute, code: true }
            : { label: t('admin.sign_in.saml.attribute'), value: t('admin.sign_in.saml.name_id') },
          { label: t('admin.sign_in.saml.idp_initiated'), value: t(idp_initiated ? 'admin.sign_in.yes' : 'admin.sign_in.no') },
          { label: t('admin.sign_in.saml.create_people'), value: t(create_people ? 'admin.sign_in.yes' : 'admin.sign_in.no') },
          { label: t('admin.sign_in.updated'), value: formatDate(updated_at, { dateStyle: 'medium', timeStyle: 'short' }) },
        ]}
      />
      <Certificates certificates={certificates} />
      <OurAddresses addresses={addresses} isShown />
    </>
  )
}
