import { IonContent, useIonRouter } from '@ionic/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { knownUser, refreshUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useDocumentTitle } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { goesOnAt, pathOf } from './steps.ts'

/** A neutral page while the server returns the current step, perhaps reached on another device. */
export default function BlankPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const here = useLocation().pathname === pathOf('blank')
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useDocumentTitle(t('onboarding.progress'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on each visit, and on retry
  useEffect(() => {
    if (!here) return
    let current = true
    refreshUser()
      .then(({ user }) => user)
      .catch((failure: unknown) => {
        const user = knownUser()
        if (!user) throw failure
        return user
      })
      .then((user) => current && router.push(goesOnAt(user), 'none', 'replace'))
      .catch((failure: unknown) => current && setError(failure))
    return () => {
      current = false
    }
  }, [here, tries])

  return (
    <IonContent>
      <div className={`${pageStyles.pageBody} page-body`}>
        <h1 className="visually-hidden">{t('onboarding.progress')}</h1>
        {error ? <ErrorNotice error={error} onRetry={() => setTries(tries + 1)} /> : <Skeleton avatar={false} />}
      </div>
    </IonContent>
  )
}
