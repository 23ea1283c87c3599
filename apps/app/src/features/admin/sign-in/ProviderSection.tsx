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
  const toast = useToast()
  // Here, because the actions are gone before the answer is shown.
  const remove = useRemoveProvider(protocol)
  const removeNow = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(t('admin.sign_in.removed'))
        heading.current?.focus()
      },
    })
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
          {remove.error ? <ErrorNotice error={remove.error} /> : null}
          <Actions
            protocol={protocol}
            settings={settings}
            isRemoving={remove.isPending}
            onEdit={() => setOpen(true)}
            onRemove={removeNow}
          />
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

interface ActionProps extends Pick<Props, 'protocol' | 'settings'> {
  isRemoving: boolean
  onEdit: () => void
  onRemove: () => void
}

function Actions({ protocol, settings, isRemoving, onEdit, onRemove }: ActionProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const other = protocol === 'saml' ? settings.oidc : settings.saml
  const isNeeded = other === null && settings.password_login !== 'everyone'
  const ask = () =>
    confirm({
      header: t(`admin.sign_in.${protocol}.remove_title`),
      message: t(`admin.sign_in.${protocol}.remove_text`),
      action: t('admin.sign_in.remove'),
      onConfirm: onRemove,
    })
  return (
    <div className="stack">
      <div className="form-actions">
        <IonButton fill="outline" onClick={onEdit}>
          {t('admin.sign_in.edit')}
        </IonButton>
        <IonButton fill="clear" color="danger" disabled={isNeeded || isRemoving} onClick={ask}>
          {t('admin.sign_in.remove')}
        </IonButton>
      </div>
      {isNeeded ? <p className="quiet small">{t('admin.sign_in.needed')}</p> : null}
    </div>
  )
}
