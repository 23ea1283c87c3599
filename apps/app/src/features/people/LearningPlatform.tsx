import { IonButton } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { useLearningLink } from './account.api.ts'

/** My account on the company's learning platform: linked or not. */
export function LearningPlatform({ user }: { user: User }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutate, data, error, isPending, variables } = useLearningLink()
  const linked = user.is_learning_platform_linked
  const wanted = linked ? 'unlink' : 'link'

  const change = () =>
    mutate(wanted, {
      onSuccess: ({ status }) => {
        if (status !== 'unavailable') toast(t(`learning.${status}`))
      },
    })

  return (
    <section className="stack">
      <h2>{t('learning.title')}</h2>
      <div className="card stack">
        <p>{t(linked ? 'learning.linked' : 'learning.text')}</p>
        {error ? <ErrorNotice error={error} onRetry={change} /> : null}
        {data?.status === 'unavailable' ? (
          <div className="notice notice-gentle" role="status">
            <p>{t('learning.unavailable')}</p>
            <button type="button" className="plain-button" disabled={isPending} onClick={change}>
              {t('common.retry')}
            </button>
          </div>
        ) : null}
        <IonButton className="start" fill={linked ? 'outline' : 'solid'} disabled={isPending} onClick={change}>
          {t(`learning.${isPending ? (variables === 'link' ? 'linking' : 'unlinking') : wanted}`)}
        </IonButton>
        <TrustLine sealed>{t('learning.trust')}</TrustLine>
      </div>
    </section>
  )
}
