import type { Person } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'

interface Props {
  request: About & { requester: Person; confidential: boolean }
  /** How many must have answered before a confidential answer shows. */
  threshold: number
}

/** Who asks, why, until when, and who will see the answer. */
export function RequestHeader({ request, threshold }: Props) {
  const { t } = useTranslation()
  const name = fullName(request.requester)
  return (
    <header className="request-header stack">
      <div className="row">
        <Avatar person={request.requester} size={52} />
        <div className="grow">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {request.requester.job_title ? (
            <p className="quiet">
              <bdi>{request.requester.job_title}</bdi>
            </p>
          ) : null}
        </div>
      </div>
      <RequestAbout request={request} />
      <TrustLine sealed={request.confidential}>
        {request.confidential
          ? t('trust.confidential', { count: threshold, n: threshold })
          : t('trust.named', { name: request.requester.first_name })}
      </TrustLine>
    </header>
  )
}

interface About {
  context: string | null
  message: string | null
  due_at: string | null
}

/** What a request is about, in its sender's words, and until when; nothing where nothing was said. */
export function RequestAbout({ request }: { request: About }) {
  const { t } = useTranslation()
  return (
    <>
      {request.context ? (
        <p>
          <strong>{t('answer.about')}</strong> <bdi>{request.context}</bdi>
        </p>
      ) : null}
      {request.message ? (
        <blockquote className="message" dir="auto">
          {request.message}
        </blockquote>
      ) : null}
      {request.due_at ? <p className="quiet small">{t('answer.due', { date: formatDate(request.due_at) })}</p> : null}
    </>
  )
}
