import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export default function HomePage() {
  const { t } = useTranslation()
  return <Page title={t('menu.home')} />
}
