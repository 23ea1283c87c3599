import type { Person } from '@reflet/contract/common'
import type { Asked } from '@reflet/contract/groups'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'

interface Props {
  request: About & { requester: Person; confidential: boolean; asked?: Asked | null }
  /** How many colleagues must have answered before a confidential answer shows. */
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
          ? t('trust.confidential', { count: threshold, n: formatNumber(threshold), name: request.requester.first_name })
          : t('trust.named', { name: request.requester.first_name })}
      </TrustLine>
      {request.asked ? <AskedLine asked={request.asked} /> : null}
    </header>
  )
}

/** Confidential: how many colleagues and outsiders were asked, so that who answers can judge how well they are hidden. */
function AskedLine({ asked: { colleagues: inside, outsiders: outside } }: { asked: Asked }) {
  const { t } = useTranslation()
  const colleagues = t('trust.colleagues', { count: inside, n: formatNumber(inside) })
  const outsiders = t('trust.outsiders', { count: outside, n: formatNumber(outside) })
  return (
    <p className="quiet small">{outside > 0 ? t('trust.asked', { colleagues, outsiders }) : t('trust.asked_inside', { colleagues })}</p>
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
