import { IonButton, useIonRouter } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Draft, useDraft } from '../../platform/drafts.ts'
import { toApiError } from '../../platform/errors.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { PhotoEditor } from './PhotoEditor.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { useSaveProfile } from './people.api.ts'
import { type Changes, type Refused, refusedBefore, refusedBy } from './profile.fields.ts'
import styles from './profile.module.css'

const FORM = 'edit-profile'
const NONE: Changes = {}
const NOTHING: Refused = {}

/** My profile, as my colleagues see it. */
export default function EditProfilePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userQuery)
  const draft = useDraft<Changes>('profile', NONE)
  if (data && draft.ready) return <Editor user={data.user} draft={draft} />
  return (
    <Page shows={[['user']]} title={t('edit_profile.title')} back="/profile">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} avatar={false} />}
    </Page>
  )
}

function Editor({ user, draft }: { user: User; draft: Draft<Changes> }) {
  const { t } = useTranslation()
  const wide = useMedia(WIDE)
  const router = useIonRouter()
  const toast = useToast()
  const [refused, setRefused] = useState(NOTHING)
  const save = useSaveProfile()
  const done = () => {
    draft.clear()
    toast(t('edit_profile.saved'))
    if (router.canGoBack()) router.goBack()
    else router.push(to('/profile'), 'back', 'replace')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = refusedBefore(draft.value)
    setRefused(found)
    if (Object.keys(found).length > 0) return
    if (Object.keys(draft.value).length === 0) done()
    else save.mutate(draft.value, { onSuccess: done, onError: (error) => setRefused(refusedBy(toApiError(error))) })
  }

  const button = (
    <IonButton type="submit" form={FORM} size="large" expand="block" disabled={save.isPending}>
      {t(save.isPending ? 'edit_profile.saving' : 'common.save')}
    </IonButton>
  )
  return (
    <Page shows={[['user']]} title={t('edit_profile.title')} back="/profile" {...(!wide && { footer: button })}>
      <div className={styles.profile}>
        <PhotoEditor user={user} size={96} />
        <form id={FORM} onSubmit={submit} noValidate>
          <ProfileForm user={user} draft={draft} refused={refused} />
          <div className="stack">
            <TrustLine>{t('edit_profile.trust')}</TrustLine>
            {save.error && Object.keys(refused).length === 0 ? <ErrorNotice error={save.error} /> : null}
            {wide ? <div className="form-actions">{button}</div> : null}
          </div>
        </form>
      </div>
    </Page>
  )
}
