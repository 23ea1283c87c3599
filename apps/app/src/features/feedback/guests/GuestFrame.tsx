import type { GuestView } from '@reflet/contract/guest'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { GuestLink } from '../../../platform/drafts.ts'
import { useMailToken } from '../../../platform/mail-token.ts'
import { LinkPage } from '../../../ui/LinkPage.tsx'
import { guestQuery, useGuestLocale, useGuestMails } from './guest.api.ts'

/** The link of this page. */
export function useGuestLink(): GuestLink {
  const { token = '', feedbackId = '' } = useParams()
  return { token, feedbackId }
}

/** The frame of both guest pages. */
export function GuestFrame({ title, children }: { title: string; children: (view: GuestView) => ReactNode }) {
  const { t } = useTranslation()
  const link = useGuestLink()
  const language = useGuestLocale(link)
  return (
    <LinkPage
      kind="answer"
      shows={[['guest', link.token]]}
      title={title}
      view={useQuery({ ...guestQuery(link), enabled: link.token !== '' })}
      ended={t('guest.ended_text')}
      why={({ requester, company_name }) => t('guest.why', { name: requester.first_name, company: company_name })}
      mails={useGuestMails(link, useMailToken(link.token))}
      onLocale={(locale) => language.mutate(locale)}
      stopText={({ company_name }) => t('guest.stop_text', { company: company_name })}
      keepsWords
    >
      {children}
    </LinkPage>
  )
}
