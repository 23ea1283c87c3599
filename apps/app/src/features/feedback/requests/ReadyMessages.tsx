import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChips } from '../../../ui/FilterChips.tsx'
import feedbackStyles from '../feedback.module.css'

const READY = ['progress', 'together'] as const

interface Props {
  message: string
  onChange: (message: string) => void
}

/** Ready-made messages: a press fills the message, which can then be edited; another press restores what was there. */
export function ReadyMessages({ message, onChange }: Props) {
  const { t } = useTranslation()
  const [replaced, setReplaced] = useState('')
  const texts = READY.map((name) => ({ name, text: t(`ask.ready.${name}.text`) }))
  const isReady = (text: string) => texts.some((one) => one.text === text)
  const press = (text = '') => {
    if (message === text) return onChange(replaced)
    if (!isReady(message)) setReplaced(message)
    onChange(text)
  }
  return (
    <fieldset className={feedbackStyles.choose}>
      <legend className="quiet small">{t('ask.ready.title')}</legend>
      <FilterChips
        options={texts.map(({ name, text }) => ({ value: text, label: t(`ask.ready.${name}.label`) }))}
        chosen={message}
        onChoose={press}
      />
    </fieldset>
  )
}
