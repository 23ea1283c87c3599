import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailToken } from '../../platform/mail-token.ts'
import { LinkPage } from '../../ui/LinkPage.tsx'
import { managerLinkQuery, useManagerMails } from './hierarchy.api.ts'

interface Props {
  token: string
  footer: ReactNode
  children: (view: HierarchyLinkView) => ReactNode
}

/** The frame of the manager's page. */
export function ManagerFrame({ token, footer, children }: Props) {
  const { t } = useTranslation()
  return (
    <LinkPage
      kind="manager"
      shows={[['guest', 'hierarchy', token]]}
      title={t('manager.title')}
      view={useQuery({ ...managerLinkQuery(token), enabled: token !== '' })}
      ended={t('manager.ended')}
      why={({ employee, company_name }) => t('manager.why', { name: employee.first_name, company: company_name })}
      mails={useManagerMails(token, useMailToken(token))}
      stopText={({ company_name }) => t('manager.stop_text', { company: company_name })}
      wide
      footer={footer}
    >
      {children}
    </LinkPage>
  )
}
