import { IonButton } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { contactsQuery, useDeleteContact, useUpdateContact } from '../contacts/contacts.api.ts'
import { ContactEditor, type Edit } from './ContactEditor.tsx'
import { nothing, useNext } from './onboarding.api.ts'
import styles from './onboarding.module.css'
import { NextButton, StepPage } from './StepPage.tsx'
import { pathOf } from './steps.ts'

type Edits = Readonly<Record<string, Edit>>
const none: Edits = {}

const without = (edits: Edits, id: string): Edits => Object.fromEntries(Object.entries(edits).filter(([one]) => one !== id))

/** The selected contacts: relation and removal. All changes are saved together. */
export default function ContactsPage() {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(contactsQuery())
  const draft = useDraft<Edits>('onboarding-contacts', none)
  const update = useUpdateContact()
  const remove = useDeleteContact()
  const next = useNext('contacts')
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? []
  const kept = contacts.filter(({ id }) => !draft.value[id]?.removed)

  const saveOne = async ({ id, email }: Contact) => {
    const edit = draft.value[id]
    if (!edit) return
    const { removed, ...patch } = edit
    await (removed ? remove.mutateAsync({ id, email }) : update.mutateAsync({ id, patch }))
    // Saved changes are removed from the draft at once: after a later failure only the rest is retried.
    draft.set((old) => without(old, id))
  }
  const save = async () => {
    for (const contact of contacts) await saveOne(contact)
    draft.clear(none)
  }
  const goOn = () => next.mutate(save)
  const change = (id: string, edit: Edit) => draft.set((old) => ({ ...old, [id]: { ...old[id], ...edit } }))
  const ready = data && draft.ready
  return (
    <StepPage
      shows={[['contacts']]}
      step="contacts"
      title={t('onboarding.contacts.title')}
      text={t('onboarding.contacts.text')}
      onSkip={() => next.mutate(nothing)}
      busy={next.busy}
      footer={<NextButton busy={next.busy} disabled={!ready} onNext={goOn} />}
    >
      {next.error ? <ErrorNotice error={next.error} onRetry={goOn} /> : null}
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!ready && !error ? <Skeleton /> : null}
      {ready && kept.length === 0 ? (
        <EmptyState drawing="ask" title={t('onboarding.contacts.empty')} text={t('onboarding.contacts.empty_text')}>
          <IonButton fill="outline" routerLink={pathOf('add-contacts')} routerDirection="back">
            {t('onboarding.contacts.add')}
          </IonButton>
        </EmptyState>
      ) : null}
      {ready && kept.length > 0 ? (
        <ul className={styles.contactEditors}>
          {kept.map((contact) => (
            <ContactEditor key={contact.id} contact={contact} edit={draft.value[contact.id]} onEdit={(edit) => change(contact.id, edit)} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      <TrustLine>{t('onboarding.add_contacts.trust')}</TrustLine>
    </StepPage>
  )
}
