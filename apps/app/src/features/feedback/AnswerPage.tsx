import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export default function AnswerPage() {
  const { t } = useTranslation()
  return <Page title={t('menu.answer')} />
}
