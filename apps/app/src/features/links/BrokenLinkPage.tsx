import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useLoggedIn } from '../../platform/current-user.ts'
import { showLocale } from '../../platform/locale.ts'
import { BrokenLink, type LinkKind } from '../../ui/BrokenLink.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import pageStyles from '../../ui/Page.module.css'
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
      <BrokenLink kind={kind} />
      {loggedIn ? null : (
        <div className={pageStyles.guestFoot}>
          <LanguageSelect id="link-language" onChange={showLocale} />
        </div>
      )}
    </Page>
  )
}
