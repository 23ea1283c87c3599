import { IonButton } from '@ionic/react'
import type { SignInSettings } from '@reflet/contract/admin-sign-in'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../ui/confirm.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { useToast } from '../../../ui/toast.ts'
import { type Protocol, useRemoveProvider } from './sign-in.api.ts'
import { TestButton } from './TestButton.tsx'

interface Props {
  protocol: Protocol
  settings: SignInSettings
  /** What is set; null: nothing is. */
  shown: ReactNode
  form: (close: () => void) => ReactNode
}

/** One protocol of single sign-on: what is set, with its actions, or the form. */
export function ProviderSection({ protocol, settings, shown, form }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // The button that was pressed is gone: the focus moves to the heading of what came instead.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens or closes
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [isOpen])
  const id = `sign-in-${protocol}`
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t(`admin.sign_in.${protocol}.title`)}
      </h2>
      {isOpen ? form(() => setOpen(false)) : null}
      {!isOpen && shown ? (
        <>
          {shown}
          <TestButton protocol={protocol} />
          <Actions protocol={protocol} settings={settings} onEdit={() => setOpen(true)} />
        </>
      ) : null}
      {!isOpen && !shown ? (
        <>
          <p className="quiet">{t(`admin.sign_in.${protocol}.about`)}</p>
          <IonButton className="start" fill="outline" onClick={() => setOpen(true)}>
            {t(`admin.sign_in.${protocol}.set_up`)}
          </IonButton>
        </>
      ) : null}
    </section>
  )
}

function Actions({ protocol, settings, onEdit }: Pick<Props, 'protocol' | 'settings'> & { onEdit: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const confirm = useConfirm()
  const remove = useRemoveProvider(protocol)
  const other = protocol === 'saml' ? settings.oidc : settings.saml
  const isNeeded = other === null && settings.password_login !== 'everyone'
  const ask = () =>
    confirm({
      header: t(`admin.sign_in.${protocol}.remove_title`),
      message: t(`admin.sign_in.${protocol}.remove_text`),
      action: t('admin.sign_in.remove'),
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => toast(t('admin.sign_in.removed')) }),
    })
  return (
    <div className="stack">
      {remove.error ? <ErrorNotice error={remove.error} /> : null}
      <div className="form-actions">
        <IonButton fill="outline" onClick={onEdit}>
          {t('admin.sign_in.edit')}
        </IonButton>
        <IonButton fill="clear" color="danger" disabled={isNeeded || remove.isPending} onClick={ask}>
          {t('admin.sign_in.remove')}
        </IonButton>
      </div>
      {isNeeded ? <p className="quiet small">{t('admin.sign_in.needed')}</p> : null}
    </div>
  )
}
