import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useLoggedIn } from '../../platform/current-user.ts'
import { switchGuestLocale } from '../../platform/locale.ts'
import { BrokenLink, type LinkKind } from '../../ui/BrokenLink.tsx'
import { GuestLanguage } from '../../ui/GuestLanguage.tsx'
import { Page } from '../../ui/Page.tsx'

const KINDS: readonly (readonly [RegExp, LinkKind])[] = [
  [/^\/event/, 'event'],
  [/^\/coffee/, 'coffee'],
  [/^\/hierarchical-list/, 'manager'],
]

/** The path of a link without its token. */
export default function BrokenLinkPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const loggedIn = useLoggedIn()
  const kind = KINDS.find(([path]) => path.test(pathname))?.[1] ?? 'answer'
  return (
    <Page shows={[]} title={t('broken_link.page')}>
      {loggedIn ? null : <GuestLanguage onChange={switchGuestLocale} />}
      <BrokenLink kind={kind} />
    </Page>
  )
}
