import { IonButton } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../platform/days.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Sheet, useSheet } from '../../../ui/Sheet.tsx'
import { usePostpone } from '../feedback.api.ts'
import { LATER_DAY, laterDays } from './later-days.ts'

interface Props {
  group: RequestToAnswer
  label: string
  onPostponed: (day: string) => void
}

/** Postpones a request to a day that is chosen in a sheet. */
export function LaterButton({ group, label, onPostponed }: Props) {
  const { t } = useTranslation()
  const sheet = useSheet()
  const zone = useUser()?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const postpone = usePostpone()
  const choose = (day: string) => postpone.mutate({ id: group.id, day }, { onSuccess: () => sheet.close(() => onPostponed(day)) })
  const days = laterDays(group, zone)
  const nameOf = ({ label, day }: (typeof days)[number]) =>
    label === 'monday' ? formatDay(day, { weekday: 'long' }) : t(`answer.postpone.${label}`)
  return (
    <>
      <IonButton fill="clear" onClick={sheet.open}>
        {label}
      </IonButton>
      <Sheet state={sheet} title={t('answer.postpone.title')}>
        {days.length === 0 ? (
          <p>{t('answer.postpone.none')}</p>
        ) : (
          <>
            <div className="option-list">
              {days.map((one) => (
                <button type="button" className="option" key={one.day} disabled={postpone.isPending} onClick={() => choose(one.day)}>
                  <span>
                    <strong>{nameOf(one)}</strong>
                    <span className="quiet small">{formatDay(one.day, LATER_DAY)}</span>
                  </span>
                </button>
              ))}
            </div>
            <p className="quiet small">{t('answer.postpone.text', { name: group.requester.first_name })}</p>
          </>
        )}
        {postpone.error ? <ErrorNotice error={postpone.error} /> : null}
      </Sheet>
    </>
  )
}
