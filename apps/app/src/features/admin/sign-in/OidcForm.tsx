import { IonButton } from '@ionic/react'
import type { OidcSettings } from '@reflet/contract/admin-sign-in'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice, useErrorText } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { Field, PasswordField } from '../../../ui/Field.tsx'
import { useToast } from '../../../ui/toast.ts'
import { PersonBy } from './PersonBy.tsx'
import { isWebAddress, type Place, useFormProblems } from './problems.ts'
import { useSetOidc } from './sign-in.api.ts'
import styles from './sign-in.module.css'

const PROVIDERS = ['entra', 'google', 'okta', 'keycloak'] as const
const isGoogle = (issuer: string) => /^https?:\/\/accounts\.google\.com\/?$/.test(issuer.trim())
/** Entra ID's issuers of all tenants: anyone's account would be let in. */
const isOfAllTenants = (issuer: string) => /microsoftonline\.\w+\/(common|organizations|consumers)(\/|$)/.test(issuer)

const IDS: Record<string, string> = {
  issuer: 'oidc-issuer',
  client_id: 'oidc-client-id',
  client_secret: 'oidc-secret',
  claim: 'oidc-claim',
  hosted_domain: 'oidc-domain',
}

/** The provider, and which claim names the person. */
export function OidcForm({ oidc, onDone }: { oidc: OidcSettings | null; onDone: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const save = useSetOidc()
  const [values, setValues] = useState({
    issuer: oidc?.issuer ?? '',
    client_id: oidc?.client_id ?? '',
    client_secret: '',
    claim: oidc?.claim ?? 'email',
    person_by: oidc?.person_by ?? ('email' as const),
    hosted_domain: oidc?.hosted_domain ?? '',
  })
  const set = (change: Partial<typeof values>) => {
    if (save.error) save.reset()
    setValues({ ...values, ...change })
  }
  const issuer = values.issuer.trim()
  const hasDomain = isGoogle(issuer) || oidc?.hosted_domain != null
  // The stored secret is sent to no other provider, and for no other client.
  const keepsSecret = oidc !== null && oidc.issuer === issuer && oidc.client_id === values.client_id.trim()

  const found: FieldProblem[] = []
  const need = (isMissing: boolean, id: string, message: string) => isMissing && found.push({ id, message })
  need(!isWebAddress(issuer), 'oidc-issuer', t('admin.sign_in.address_missing'))
  need(isOfAllTenants(issuer), 'oidc-issuer', t('admin.sign_in.oidc.all_tenants'))
  need(isGoogle(issuer) && !values.hosted_domain.trim(), 'oidc-domain', t('admin.sign_in.oidc.domain_missing'))
  need(!values.client_id.trim(), 'oidc-client-id', t('admin.sign_in.oidc.client_id_missing'))
  need(
    !values.client_secret && !keepsSecret,
    'oidc-secret',
    t(oidc ? 'admin.sign_in.oidc.secret_again' : 'admin.sign_in.oidc.secret_missing'),
  )
  need(!values.claim.trim(), 'oidc-claim', t('admin.sign_in.oidc.claim_missing'))

  const place: Place = (field, _reason, code) => {
    const id = IDS[field]
    if (!id) return null
    if (code === 'token_missing') return { id, message: t('admin.sign_in.oidc.secret_again') }
    return { id, message: id === 'oidc-domain' ? t('admin.sign_in.oidc.domain_missing') : errorText(save.error) }
  }
  const { problems, problemOf, check, isUnplaced } = useFormProblems(found, save.error, place)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    const { client_secret, hosted_domain, ...others } = values
    const done = () => {
      toast(t('admin.saved'))
      onDone()
    }
    save.mutate(
      { ...others, hosted_domain: (hasDomain && hosted_domain.trim()) || null, ...(client_secret && { client_secret }) },
      { onSuccess: done },
    )
  }
  const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off', autoComplete: 'off' } as const
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <h3>{t('admin.sign_in.oidc.theirs')}</h3>
      <ErrorSummary problems={problems} />
      <Field
        {...code}
        id="oidc-issuer"
        type="url"
        inputMode="url"
        maxLength={2000}
        label={t('admin.sign_in.oidc.issuer')}
        hint={t('admin.sign_in.oidc.issuer_hint')}
        error={problemOf('oidc-issuer')}
        value={values.issuer}
        onChange={({ target }) => set({ issuer: target.value })}
      />
      <details className={styles.hints}>
        <summary className="plain-button">{t('admin.sign_in.oidc.hints')}</summary>
        <dl>
          {PROVIDERS.map((one) => (
            <div key={one}>
              <dt>{t(`admin.sign_in.oidc.provider.${one}`)}</dt>
              <dd>
                <code dir="ltr">{t(`admin.sign_in.oidc.example.${one}`)}</code>
              </dd>
              <dd>{t(`admin.sign_in.oidc.hint.${one}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {hasDomain ? (
        <Field
          {...code}
          id="oidc-domain"
          maxLength={253}
          label={t('admin.sign_in.oidc.hosted_domain')}
          hint={t('admin.sign_in.oidc.hosted_domain_hint')}
          error={problemOf('oidc-domain')}
          value={values.hosted_domain}
          onChange={({ target }) => set({ hosted_domain: target.value })}
        />
      ) : null}
      <Field
        {...code}
        id="oidc-client-id"
        maxLength={300}
        label={t('admin.sign_in.oidc.client_id')}
        error={problemOf('oidc-client-id')}
        value={values.client_id}
        onChange={({ target }) => set({ client_id: target.value })}
      />
      <PasswordField
        id="oidc-secret"
        autoComplete="off"
        maxLength={1000}
        label={t('admin.sign_in.oidc.secret')}
        hint={t(oidc ? 'admin.sign_in.oidc.secret_kept' : 'admin.sign_in.oidc.secret_hint')}
        error={problemOf('oidc-secret')}
        value={values.client_secret}
        onChange={({ target }) => set({ client_secret: target.value })}
      />
      <PersonBy id="oidc-person-by" value={values.person_by} onChange={(person_by) => set({ person_by })} />
      <Field
        {...code}
        id="oidc-claim"
        maxLength={100}
        label={t('admin.sign_in.oidc.claim')}
        hint={t('admin.sign_in.oidc.claim_hint')}
        error={problemOf('oidc-claim')}
        value={values.claim}
        onChange={({ target }) => set({ claim: target.value })}
      />
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
