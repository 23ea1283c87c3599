import type { CoffeeLinkView } from '@reflet/contract/coffee'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { useMailToken } from '../../platform/mail-token.ts'
import { LinkPage } from '../../ui/LinkPage.tsx'
import { coffeeLinkQuery, useCoffeeMails } from './coffee.api.ts'

/** The frame of the invitation's page. */
export function CoffeeLinkFrame({ token, children }: { token: string; children: (view: CoffeeLinkView) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <LinkPage
      kind="coffee"
      shows={[['guest', 'coffee', token]]}
      title={t('coffee.one')}
      view={useQuery({ ...coffeeLinkQuery(token), enabled: token !== '' })}
      ended={t('coffee.link.ended')}
      why={({ organiser, company_name }) => t('coffee.link.why', { name: fullName(organiser, t('answers.former')), company: company_name })}
      mails={useCoffeeMails(token, useMailToken(token))}
      stopText={({ company_name }) => t('coffee.link.stop_text', { company: company_name })}
      isGuest={({ is_guest }) => is_guest}
    >
      {children}
    </LinkPage>
  )
}
