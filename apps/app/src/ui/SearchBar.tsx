import { IonSearchbar } from '@ionic/react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
}

/**
 * Ionic’s search bar, flush with the page. Its built-in labels are English (“search text”, “reset”): here they are translated.
 *
 * Race: React gives an event of a custom element the default priority, which does not interrupt a deferred render in progress
 * (`useDeferredValue` over the rows). That render would then write its older text over the newest letter. Hence `flushSync`: the priority
 * of a native `input` event.
 */
export function SearchBar({ label, value, onChange, onEnter }: Props) {
  const { t } = useTranslation()
  const bar = useRef<HTMLIonSearchbarElement>(null)
  const clear = t('common.clear')
  useEffect(() => {
    const element = bar.current
    void element?.getInputElement().then((input) => {
      input.setAttribute('aria-label', label)
      element.querySelector('.searchbar-clear-button')?.setAttribute('aria-label', clear)
    })
  }, [label, clear])
  return (
    <IonSearchbar
      ref={bar}
      className="searchbar"
      value={value}
      onIonInput={({ detail }) => flushSync(() => onChange(detail.value ?? ''))}
      onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
      placeholder={label}
    />
  )
}
