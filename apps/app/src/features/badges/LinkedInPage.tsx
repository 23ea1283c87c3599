import { IonButton, useIonRouter } from '@ionic/react'
import { MAX_LINKEDIN_TEXT } from '@reflet/contract/badges'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import styles from './badges.module.css'
import { Medal } from './Medal.tsx'
import { SharedBadgePage } from './SharedBadgePage.tsx'
import { useSharedBadge } from './useSharedBadge.ts'

const PATH = '/badge-publish-linkedin'

/** The text of a post on LinkedIn. */
export default function LinkedInPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { query, badge, draft, text } = useSharedBadge(PATH)
  const [tried, setTried] = useState(false)
  const missing = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing || !badge) {
      document.getElementById('linkedin-text')?.focus()
      return
    }
    // The suggestion becomes the post: the next page reads it from the draft.
    draft.set(text)
    router.push(to(`/badge-publish-linkedin-validate?id=${badge.id}`), 'forward')
  }
  return (
    <SharedBadgePage title={t('badges.linkedin.title')} query={query} badge={badge} ready={draft.ready}>
      {badge ? (
        <form className="stack" onSubmit={submit} noValidate>
          <div className={styles.posted}>
            <Medal category={badge.category} skill={badge.skill.name} issuedAt={badge.issued_at} size={72} decorative />
            <strong dir="auto">{badge.skill.name}</strong>
          </div>
          <TextAreaField
            id="linkedin-text"
            label={t('badges.linkedin.text')}
            hint={t('badges.linkedin.hint')}
            error={tried && missing ? t('badges.linkedin.missing') : undefined}
            dir="auto"
            maxLength={MAX_LINKEDIN_TEXT}
            value={text}
            onChange={({ target }) => draft.set(target.value)}
          />
          <TrustLine sealed>{t('badges.linkedin.trust')}</TrustLine>
          <div className="form-actions">
            <IonButton type="submit" size="large">
              {t('badges.linkedin.next')}
            </IonButton>
          </div>
        </form>
      ) : null}
    </SharedBadgePage>
  )
}
