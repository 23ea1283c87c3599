import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export default function RequestConfirmationPage() {
  const { t } = useTranslation()
  return <Page title={t('menu.ask')} back="/my-skills" />
}
