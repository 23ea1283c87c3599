import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { addContacts, addressesQuery, refreshContacts } from '../contacts/contacts.api.ts'
import { ColleagueChooser } from './ColleagueChooser.tsx'
import { asContact, type Chosen, NO_PENDING, type Pending, withPending } from './contact-draft.ts'
import { nothing, useNext } from './onboarding.api.ts'
import { NextButton, StepPage } from './StepPage.tsx'

const NO_PEOPLE: Chosen[] = []

/** Adds contacts: suggested, searched, or external by address. */
export default function AddContactsPage() {
  const { t } = useTranslation()
  const draft = useDraft<Chosen[]>('onboarding-add-contacts', NO_PEOPLE)
  const addresses = useQuery(addressesQuery)
  const next = useNext('add-contacts')
  const client = useQueryClient()
  const [pending, setPending] = useState(NO_PENDING)
  const [isInvalid, setInvalid] = useState(false)
  const known = addresses.data ?? []
  const save = async (people: readonly Chosen[]) => {
    if (people.length > 0) await addContacts(people.map(asContact))
    await refreshContacts(client)
    draft.clear(NO_PEOPLE)
    setPending(NO_PENDING)
  }
  const add = () => {
    const people = withPending(draft.value, known, pending)
    setInvalid(people === undefined)
    if (people) {
      draft.set(people)
      setPending(NO_PENDING)
    }
    return people
  }
  const goOn = () => {
    const people = add()
    if (people) next.mutate(() => save(people))
  }
  const type = (typed: Pending) => {
    setPending(typed)
    setInvalid(false)
  }
  const count = (withPending(draft.value, known, pending) ?? draft.value).length
  return (
    <StepPage
      shows={[['colleagues'], ['contacts'], ['suggestions']]}
      step="add-contacts"
      wide
      title={t('onboarding.add_contacts.title')}
      text={t('onboarding.add_contacts.text')}
      onSkip={() => next.mutate(nothing)}
      busy={next.busy}
      footer={
        <NextButton
          label={count > 0 ? t('onboarding.add_contacts.next', { count, n: formatNumber(count) }) : t('onboarding.next')}
          busy={next.busy}
          disabled={count === 0 && known.length === 0 && !pending.typed.includes('@')}
          onNext={goOn}
        />
      }
    >
      {next.error ? <ErrorNotice error={next.error} onRetry={goOn} /> : null}
      {draft.ready ? (
        <ColleagueChooser
          chosen={draft.value}
          known={known}
          onChange={draft.set}
          pending={pending}
          onPending={type}
          onAdd={add}
          problem={isInvalid ? t('login.email_invalid') : undefined}
        />
      ) : (
        <Skeleton />
      )}
      <TrustLine>{t('onboarding.add_contacts.trust')}</TrustLine>
    </StepPage>
  )
}
