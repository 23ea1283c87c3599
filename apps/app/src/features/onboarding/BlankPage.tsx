import { IonContent, useIonRouter } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { knownUser, refreshUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useDocumentTitle } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { goesOnAt, pathOf } from './steps.ts'

/** The longest wait for the server where the device knows a step, in milliseconds. */
const WAIT = 3_000

/** The server's record; the device's one when the server fails or is slow. */
async function currentUser(): Promise<User> {
  const fromServer = refreshUser().then(({ user }) => user)
  const known = knownUser()
  if (!known) return fromServer
  const late = new Promise<User>((resolve) => setTimeout(() => resolve(knownUser() ?? known), WAIT))
  return Promise.race([fromServer.catch(() => knownUser() ?? known), late])
}

/** A neutral page while the server returns the current step, perhaps reached on another device. */
export default function BlankPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const here = useLocation().pathname === pathOf('blank')
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useDocumentTitle(t('onboarding.progress'))
  const retry = () => {
    setError(undefined)
    setTries(tries + 1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on each visit, and on retry
  useEffect(() => {
    if (!here) return
    let current = true
    currentUser()
      .then((user) => current && router.push(goesOnAt(user), 'none', 'replace'))
      .catch((failure: unknown) => current && setError(failure))
    return () => {
      current = false
    }
  }, [here, tries])

  return (
    <IonContent>
      <div className={pageStyles.pageBody} data-testid="page-body">
        <h1 className="visually-hidden">{t('onboarding.progress')}</h1>
        {error ? <ErrorNotice error={error} onRetry={retry} /> : <Skeleton avatar={false} />}
      </div>
    </IonContent>
  )
}
