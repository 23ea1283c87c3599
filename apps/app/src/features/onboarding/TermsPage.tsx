import { useIonRouter } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { WITH_YEAR } from '../../platform/days.ts'
import { toApiError } from '../../platform/errors.ts'
import { formatDate, useLocale } from '../../platform/locale.ts'
import { homePath } from '../../platform/paths.ts'
import { queryClient } from '../../platform/query.ts'
import { refreshUser, userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { LegalText } from '../../ui/LegalText.tsx'
import { PageSheet } from '../../ui/PageSheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { legalQuery } from '../legal/legal.api.ts'
import { useChangeLocale } from '../people/people.api.ts'
import { acceptTerms, nothing, useNext } from './onboarding.api.ts'
import styles from './onboarding.module.css'
import { Scene } from './Scene.tsx'
import { NextButton, StepPage } from './StepPage.tsx'
import { pathOf } from './steps.ts'

/** The entry of the onboarding. A start of the app has `next`: it resumes at the current step. */
function useArrival(user: User | undefined) {
  const router = useIonRouter()
  const { pathname, search } = useLocation()
  const [wanted] = useState(new URLSearchParams(search).get('next'))
  const acceptedHere = useRef(false)
  const here = pathname === pathOf('terms')
  useEffect(() => {
    if (!user?.is_terms_accepted || acceptedHere.current || !here) return
    if (wanted !== null) router.push(pathOf('blank'), 'none', 'replace')
  }, [user, here, wanted, router])
  return { wanted: wanted?.startsWith('/') ? wanted : homePath, acceptedHere }
}

/** Accepts the shown version. If the terms changed meanwhile, the new ones are fetched, and nothing is accepted. */
const accept = (version: string) =>
  acceptTerms(version).catch(async (error: unknown) => {
    if (toApiError(error).code === 'terms_changed')
      await Promise.all([refreshUser(), queryClient.invalidateQueries({ queryKey: ['legal'] })])
    throw error
  })

export default function TermsPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { data, error, refetch } = useQuery(userQuery)
  const user = data?.user
  const { wanted, acceptedHere } = useArrival(user)
  const legal = useQuery(legalQuery('terms', useLocale()))
  // A page that is rendered anew meanwhile still leads on: the callbacks belong to the mutation.
  const again = useMutation({ mutationFn: accept, onSuccess: () => router.navigateRoot(wanted) })
  const next = useNext('terms')
  const isPending = (!user && !error) || (!legal.data && legal.isFetching)
  const returning = user?.is_onboarding_finished === true
  const accepted = user?.is_terms_accepted === true
  const changed = returning && !accepted
  const date = user ? formatDate(user.terms_version, { ...WITH_YEAR, timeZone: 'UTC' }) : ''

  const submit = () => {
    if (!user || accepted) return returning ? router.navigateRoot(wanted) : next.mutate(nothing)
    acceptedHere.current = true
    if (returning) again.mutate(user.terms_version)
    else next.mutate(() => accept(user.terms_version))
  }
  const busy = again.isPending || next.busy
  const failure = again.error ?? next.error
  return (
    <StepPage
      shows={[['legal'], ['user']]}
      step="terms"
      alone={returning}
      title={t(changed ? 'onboarding.terms.changed_title' : 'onboarding.terms.title')}
      text={t(changed ? 'onboarding.terms.changed_text' : 'onboarding.terms.text')}
      footer={
        <NextButton
          label={t(accepted ? 'onboarding.next' : 'onboarding.terms.accept')}
          {...(user && !accepted && { name: t('onboarding.terms.accept_label', { date }) })}
          busy={busy}
          disabled={!user || (!accepted && !legal.data)}
          onNext={submit}
        />
      }
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {failure ? <ErrorNotice error={failure} onRetry={submit} /> : null}
      {user ? <Language /> : null}
      {returning ? null : (
        <div className={styles.welcomeScene}>
          <Scene name="mirror" />
        </div>
      )}
      {user && legal.data ? (
        <Terms line={t(accepted ? 'onboarding.terms.accepted' : 'onboarding.terms.line', { date })} text={legal.data} />
      ) : null}
      {isPending ? <Skeleton rows={2} avatar={false} /> : null}
      {legal.data === '' && !legal.isFetching ? <Missing onRetry={() => void legal.refetch()} /> : null}
    </StepPage>
  )
}

/** The terms in one line; their text is in a sheet. */
function Terms({ line, text }: { line: string; text: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className={styles.terms}>
      <p>{line}</p>
      <div className={styles.termsLinks}>
        <button type="button" className="plain-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('onboarding.terms.read')}
        </button>
        <Link className="plain-button" to="/terms?doc=privacy">
          {t('terms.privacy_title')}
        </Link>
      </div>
      <PageSheet isOpen={isOpen} title={t('terms.title')} close={t('common.close')} onClose={close} className={styles.termsText}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
        <div tabIndex={0}>
          <LegalText source={text} />
        </div>
      </PageSheet>
    </div>
  )
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="notice" role="alert">
      <h2>{t('terms.failed_title')}</h2>
      <p>{t('terms.failed_text')}</p>
      <button type="button" className="plain-button" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  )
}

/** The first screen of a new user: perhaps in a language that another person chose for them. */
function Language() {
  const change = useChangeLocale()
  return (
    <div className={styles.stepLanguage}>
      <LanguageSelect disabled={change.isPending} onChange={async (locale) => void (await change.mutateAsync(locale))} />
    </div>
  )
}
