import { IonButton, IonToggle } from '@ionic/react'
import { METADATA_MAX, PERSON_BY, type SamlSettings } from '@reflet/contract/admin-sign-in'
import type { ParseKeys } from 'i18next'
import { documentTextOutline } from 'ionicons/icons'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { described, Field, FieldFrame } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { useToast } from '../../../ui/toast.ts'
import adminStyles from '../admin.module.css'
import { PersonBy } from './PersonBy.tsx'
import { isWebAddress, type Place, useFormProblems } from './problems.ts'
import { RadioRows } from './RadioRows.tsx'
import { useSetSaml } from './sign-in.api.ts'
import styles from './sign-in.module.css'

/** As it is stored: for a change of the choices alone. */
const KEPT = 'kept'
const SOURCES = [KEPT, 'metadata', 'by_hand'] as const
const [BEGIN, END] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'] as const

/** Several certificates in one text; what is no PEM is left to the server, which also reads bare Base64. */
function certificatesIn(text: string): string[] {
  const found = text.split(BEGIN).flatMap((part, at) => (at > 0 && part.includes(END) ? [`${BEGIN}${part.split(END, 1)[0]}${END}`] : []))
  if (found.length > 0) return found
  return text.trim() ? [text.trim()] : []
}

/** The provider, by its metadata or by hand, and how people are found. */
export function SamlForm({ saml, onDone }: { saml: SamlSettings | null; onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const toast = useToast()
  const save = useSetSaml()
  const [source, setSource] = useState<(typeof SOURCES)[number]>(saml ? KEPT : 'metadata')
  const [file, setFile] = useState<File>()
  const [values, setValues] = useState({
    idp_entity_id: saml?.idp_entity_id ?? '',
    sso_url: saml?.sso_url ?? '',
    certificates: '',
    person_by: saml?.person_by ?? PERSON_BY[0],
    attribute: saml?.attribute ?? '',
    idp_initiated: saml?.idp_initiated ?? false,
    create_people: saml?.create_people ?? false,
  })
  const [keepsCertificates, setKeepsCertificates] = useState(false)
  const isByHand = source === 'by_hand'
  /** While the provider changes its key, its present certificates hold beside the new ones. */
  const holding = (saml?.certificates ?? []).filter(({ status }) => status !== 'expired')
  /** What the server refused was about the input before. */
  const forget = () => save.error && save.reset()
  const set = (change: Partial<typeof values>) => {
    forget()
    setValues({ ...values, ...change })
  }
  const choose = (input: HTMLInputElement) => {
    forget()
    const chosen = input.files?.[0]
    if (chosen) setFile(chosen)
    // The same file may be chosen again, with another content.
    input.value = ''
  }

  const tooLarge = t('admin.sign_in.metadata.too_large', { n: formatNumber(METADATA_MAX / 1000) })
  const found: FieldProblem[] = []
  const need = (isMissing: boolean, id: string, message: string) => isMissing && found.push({ id, message })
  if (isByHand) {
    need(!values.idp_entity_id.trim(), 'saml-entity-id', t('admin.sign_in.saml.entity_id_missing'))
    need(!isWebAddress(values.sso_url), 'saml-sso-url', t('admin.sign_in.address_missing'))
    need(!values.certificates.trim(), 'saml-certificates', t('admin.sign_in.saml.certificates_missing'))
  } else if (source === KEPT) {
    // Nothing of the provider is given.
  } else if (file && file.size > METADATA_MAX) found.push({ id: 'saml-metadata', message: tooLarge })
  else need(!file?.size, 'saml-metadata', t('admin.sign_in.metadata.missing'))

  const textOf = (key: string, fallback: ParseKeys) => t((i18n.exists(key) ? key : fallback) as ParseKeys)
  const place: Place = (field, reason, code) => {
    const [name, index] = field.split('.')
    const isCertificate = code === 'certificate_refused'
    const key = `admin.sign_in.${isCertificate ? 'certificate' : 'metadata'}.${reason}`
    const fallback: ParseKeys = isCertificate
      ? 'errors.certificate_refused'
      : `errors.${code === 'host_not_allowed' ? code : 'invalid_input'}`
    const message = textOf(key, code === 'metadata_refused' ? 'errors.metadata_refused' : fallback)
    const said = isCertificate ? t('admin.sign_in.certificate.which', { n: formatNumber(Number(index) + 1), message }) : message
    if (name === 'attribute') return { id: 'saml-attribute', message: said }
    if (source === 'metadata') return { id: 'saml-metadata', message: said }
    if (source === KEPT) return null
    const id = { idp_entity_id: 'saml-entity-id', sso_url: 'saml-sso-url', certificates: 'saml-certificates' }[name ?? '']
    return id ? { id, message: said } : null
  }
  const { problems, problemOf, check, isUnplaced } = useFormProblems(found, save.error, place)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    const { idp_entity_id, sso_url, certificates, ...choices } = values
    const given = isByHand ? { idp_entity_id, sso_url, certificates: certificatesIn(certificates) } : { metadata: file }
    const kept = keepsCertificates ? holding.map(({ fingerprint }) => fingerprint) : []
    const provider = source === KEPT ? {} : { ...given, keep_certificates: kept }
    const done = () => {
      toast(t('admin.saved'))
      onDone()
    }
    save.mutate({ ...provider, ...choices, attribute: choices.attribute.trim() || null }, { onSuccess: done })
  }
  const metadata = { id: 'saml-metadata', hint: t('admin.sign_in.metadata.hint', { n: formatNumber(METADATA_MAX / 1000) }) }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <h3>{t('admin.sign_in.saml.theirs')}</h3>
      <ErrorSummary problems={problems} />
      <RadioRows
        legend={t('admin.sign_in.saml.source')}
        options={SOURCES.filter((value) => saml || value !== KEPT).map((value) => ({
          value,
          label: t(`admin.sign_in.saml.by.${value}`),
          about: t(`admin.sign_in.saml.by.${value}_about`),
        }))}
        chosen={source}
        onChoose={(chosen) => {
          forget()
          setSource(chosen)
        }}
      />
      {isByHand ? (
        <>
          <Field
            id="saml-entity-id"
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            maxLength={1024}
            label={t('admin.sign_in.saml.entity_id')}
            error={problemOf('saml-entity-id')}
            value={values.idp_entity_id}
            onChange={({ target }) => set({ idp_entity_id: target.value })}
          />
          <Field
            id="saml-sso-url"
            dir="ltr"
            type="url"
            inputMode="url"
            maxLength={2000}
            label={t('admin.sign_in.saml.sso_url')}
            hint={t('admin.sign_in.saml.sso_url_hint')}
            error={problemOf('saml-sso-url')}
            value={values.sso_url}
            onChange={({ target }) => set({ sso_url: target.value })}
          />
          <TextAreaField
            id="saml-certificates"
            dir="ltr"
            rows={4}
            spellCheck={false}
            className={`field-input ${styles.pem}`}
            label={t('admin.sign_in.saml.certificates_field')}
            hint={t('admin.sign_in.saml.certificates_hint')}
            error={problemOf('saml-certificates')}
            value={values.certificates}
            onChange={({ target }) => set({ certificates: target.value })}
          />
        </>
      ) : null}
      {source === 'metadata' ? (
        <FieldFrame {...metadata} label={t('admin.sign_in.metadata.label')} error={problemOf('saml-metadata')}>
          <label className={styles.file}>
            <input
              className="visually-hidden"
              type="file"
              accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
              {...described({ ...metadata, error: problemOf('saml-metadata') })}
              onChange={({ target }) => choose(target)}
            />
            <Icon icon={documentTextOutline} />
            <bdi>{file?.name ?? t('admin.sign_in.metadata.choose')}</bdi>
          </label>
        </FieldFrame>
      ) : null}
      {source !== KEPT && holding.length > 0 ? (
        <Choice
          name="keep_certificates"
          isChecked={keepsCertificates}
          onChange={(isChecked) => {
            forget()
            setKeepsCertificates(isChecked)
          }}
        />
      ) : null}
      <h3>{t('admin.sign_in.saml.people')}</h3>
      <PersonBy id="saml-person-by" value={values.person_by} onChange={(person_by) => set({ person_by })} />
      <Field
        id="saml-attribute"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={300}
        label={t('admin.sign_in.saml.attribute_field')}
        hint={t('admin.sign_in.saml.attribute_hint')}
        error={problemOf('saml-attribute')}
        value={values.attribute}
        onChange={({ target }) => set({ attribute: target.value })}
      />
      {(['create_people', 'idp_initiated'] as const).map((name) => (
        <Choice key={name} name={name} isChecked={values[name]} onChange={(isChecked) => set({ [name]: isChecked })} />
      ))}
      {isUnplaced ? <ErrorNotice error={save.error} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" disabled={save.isPending}>
          {t(save.isPending ? 'common.saving' : 'common.save')}
        </IonButton>
        <IonButton fill="clear" onClick={onDone}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}

interface ChoiceProps {
  name: 'keep_certificates' | 'create_people' | 'idp_initiated'
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function Choice({ name, isChecked, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <div>
      <IonToggle
        className={`${adminStyles.toggle}`}
        checked={isChecked}
        onIonChange={({ detail }) => onChange(detail.checked)}
        justify="space-between"
        aria-describedby={`saml-${name}-about`}
      >
        {t(`admin.sign_in.saml.${name}`)}
      </IonToggle>
      <p className={`${styles.about} quiet small`} id={`saml-${name}-about`}>
        {t(`admin.sign_in.saml.${name}_about`)}
      </p>
    </div>
  )
}
