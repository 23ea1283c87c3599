import { IonButton } from '@ionic/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { useProblems } from '../../ui/useProblems.ts'
import { rememberedSignOn } from './remembered-sign-on.ts'
import { useSignOn } from './signing-in.api.ts'

const NUMBER = 'registration-number'
const COMPANY = 'company-code'

/** The company's sign-in page, found by the registration number; a number of several companies needs the company's code, too. */
export default function CompanySignOn({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const [known] = useState(rememberedSignOn)
  const [number, setNumber] = useState(known?.number ?? '')
  const [company, setCompany] = useState(known?.company ?? '')
  const check = useSignOn()
  const needsCompany = check.data === 'company' || company !== ''
  const {
    problems,
    problemOf,
    check: isComplete,
  } = useProblems([
    ...(number.trim() ? [] : [{ id: NUMBER, message: t('login.number_missing') }]),
    ...(needsCompany && !company.trim() ? [{ id: COMPANY, message: t('login.company_missing') }] : []),
  ])

  const found = check.data
  useEffect(() => {
    if (typeof found === 'string') document.getElementById(found === 'company' ? COMPANY : NUMBER)?.focus()
  }, [found])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check.isPending || !isComplete()) return
    check.mutate({ number: number.trim(), company: company.trim() })
  }

  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {check.error && problems.length === 0 ? <ErrorNotice error={check.error} /> : null}
      {check.data === 'unknown' && problems.length === 0 ? (
        <div className="notice" role="alert">
          {t('login.no_sign_on')}
        </div>
      ) : null}
      <Field
        id={NUMBER}
        label={t('login.number')}
        hint={t('login.number_hint')}
        error={problemOf(NUMBER)}
        autoComplete="username"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        maxLength={60}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      {needsCompany ? (
        <Field
          id={COMPANY}
          label={t('login.company')}
          hint={t('login.company_hint')}
          error={problemOf(COMPANY)}
          autoComplete="organization"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          maxLength={60}
          value={company}
          onChange={({ target }) => setCompany(target.value)}
        />
      ) : null}
      <IonButton type="submit" expand="block" size="large" disabled={check.isPending}>
        {t(check.isPending ? 'login.sign_on_submitting' : 'login.sign_on_submit')}
      </IonButton>
      <div className="row" style={{ justifyContent: 'center' }}>
        <button type="button" className="plain-button" onClick={onBack}>
          {t('login.with_password')}
        </button>
      </div>
    </form>
  )
}
