import { IonButton, useIonRouter } from '@ionic/react'
import { type Contact, type ContactGroup, MAX_GROUP_MEMBERS } from '@reflet/contract/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { toApiError } from '../../platform/errors.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { bringToAsk } from '../directory/handover.api.ts'
import { useDeleteGroup, useSaveGroup } from './contacts.api.ts'
import styles from './contacts.module.css'
import { MemberPicker } from './MemberPicker.tsx'

const NAME = 'group-name'

interface Draft {
  name: string
  members: Contact[]
}

/** Name and members of a group; the draft is stored on the device until it is saved. */
export function GroupForm({ group }: { group: ContactGroup | undefined }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const words = useErrorText()
  const wide = useMedia(WIDE)
  const confirm = useConfirm()
  const [initial] = useState<Draft>({ name: group?.name ?? '', members: group?.contacts ?? [] })
  const draft = useDraft<Draft>(`group:${group?.id ?? 'new'}`, initial)
  const [checked, setChecked] = useState(false)
  const save = useSaveGroup(group?.id)
  const remove = useDeleteGroup()
  const { name, members } = draft.value
  const named = name.trim() !== ''
  const taken = toApiError(save.error).code === 'group_exists'

  const leave = (message: string) => {
    draft.clear()
    toast(message)
    router.push(to('/contacts?list=groups'), 'back', 'replace')
  }
  const submit = () => {
    setChecked(true)
    const body = { name, contact_ids: members.map(({ id }) => id) }
    if (named) save.mutate(body, { onSuccess: () => leave(t('contacts.group_saved', { name: name.trim() })) })
    if (!named) document.getElementById(NAME)?.focus()
  }
  const removeNow = () => {
    if (group) remove.mutate(group.id, { onSuccess: () => leave(t('contacts.group_removed', { name: group.name })) })
  }
  const askRemove = () =>
    confirm({
      header: t('contacts.group_remove_title', { name: group?.name }),
      message: t('contacts.group_remove_text'),
      action: t('contacts.group_remove'),
      onConfirm: removeNow,
    })
  const ask = () => {
    bringToAsk(members)
    router.push(to('/my-skills'), 'forward')
  }
  const nameError = checked && !named ? t('contacts.group_name_missing') : taken ? words(save.error) : undefined
  const button = (
    <IonButton size="large" expand="block" disabled={save.isPending} onClick={submit}>
      {t('contacts.group_save')}
    </IonButton>
  )
  const title = t(group ? 'contacts.group' : 'contacts.new_group')
  if (!draft.ready) {
    return (
      <Page shows={[['contacts']]} title={title} back="/contacts?list=groups">
        <Skeleton />
      </Page>
    )
  }
  const head = (
    <div className={`stack ${styles.fields}`}>
      {draft.restored ? (
        <p className="notice notice-calm" role="status">
          {t('contacts.group_restored')}
          <button type="button" className="plain-button" onClick={() => draft.clear()}>
            {t('contacts.group_forget')}
          </button>
        </p>
      ) : null}
      <Field
        id={NAME}
        label={t('contacts.group_name')}
        hint={t('contacts.group_hint')}
        error={nameError}
        maxLength={80}
        dir="auto"
        value={name}
        onChange={({ target }) => draft.set((old) => ({ ...old, name: target.value }))}
      />
      {wide ? button : null}
      {save.error && !taken ? <ErrorNotice error={save.error} onRetry={submit} /> : null}
      {remove.error ? <ErrorNotice error={remove.error} onRetry={removeNow} /> : null}
      {group ? (
        <div className="form-actions">
          <IonButton fill="outline" disabled={members.length === 0} onClick={ask}>
            {t('home.ask')}
          </IonButton>
          <IonButton fill="clear" color="danger" disabled={remove.isPending} onClick={askRemove}>
            {t('contacts.group_remove')}
          </IonButton>
        </div>
      ) : null}
      <TrustLine>{t('contacts.group_trust')}</TrustLine>
    </div>
  )
  const picker = (
    <MemberPicker members={members} max={MAX_GROUP_MEMBERS} onChange={(next) => draft.set((old) => ({ ...old, members: next }))} />
  )
  return (
    <Page shows={[['contacts']]} title={title} back="/contacts?list=groups" wide {...(wide ? {} : { footer: button })}>
      <div className="panes">
        {head}
        {picker}
      </div>
    </Page>
  )
}
