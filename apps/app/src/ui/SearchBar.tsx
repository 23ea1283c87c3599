import { IonSearchbar } from '@ionic/react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { described, FieldError } from './Field.tsx'

interface Props {
  /** With an id it can show an error. */
  id?: string
  error?: string | undefined
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
export function SearchBar({ id, error, label, value, onChange, onEnter }: Props) {
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
  useEffect(() => {
    if (id === undefined) return
    void bar.current?.getInputElement().then((input) => {
      for (const [name, wanted] of Object.entries(described({ id: `${id}-input`, error }))) {
        if (wanted === undefined) input.removeAttribute(name)
        else input.setAttribute(name, String(wanted))
      }
    })
  }, [id, error])
  return (
    <>
      <FieldError id={`${id}-input`} error={error} />
      <IonSearchbar
        ref={bar}
        className="searchbar"
        value={value}
        onIonInput={({ detail }) => flushSync(() => onChange(detail.value ?? ''))}
        onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
        placeholder={label}
      />
    </>
  )
}
