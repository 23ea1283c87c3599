import { IonButton } from '@ionic/react'
import type { Passkey } from '@reflet/contract/security'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import { useToast } from '../../ui/toast.ts'
import { canUsePasskeys } from '../session/login-ways.api.ts'
import { useAddPasskey, useDeletePasskey } from './security.api.ts'
import styles from './security.module.css'

const NAME = 'passkey-name'

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const toast = useToast()
  const remove = useDeletePasskey()
  const drop = (id: string) => remove.mutate(id, { onSuccess: () => toast(t('security.passkeys.removed')) })
  const confirm = ({ id, name }: Passkey) =>
    ask({
      header: t('security.passkeys.remove_title', { name }),
      message: t('security.passkeys.remove_text'),
      action: t('security.passkeys.remove'),
      onConfirm: () => drop(id),
    })
  return (
    <section className="stack">
      <div>
        <h2>{t('security.passkeys.title')}</h2>
        <p className="quiet">{t('security.passkeys.text')}</p>
      </div>
      <div className="card stack">
        {remove.error ? <ErrorNotice error={remove.error} /> : null}
        {passkeys.length > 0 ? (
          <ul className={styles.list}>
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <span className={styles.words}>
                  <strong dir="auto">{passkey.name}</strong>
                  <span className="quiet small">
                    {passkey.used_at
                      ? t('security.passkeys.used', { date: formatDate(passkey.used_at) })
                      : t('security.passkeys.added', { date: formatDate(passkey.created_at) })}
                  </span>
                </span>
                <button
                  type="button"
                  className="plain-button"
                  aria-label={t('security.passkeys.remove_named', { name: passkey.name })}
                  onClick={() => confirm(passkey)}
                >
                  {t('security.passkeys.remove')}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {canUsePasskeys() ? <AddPasskey /> : <p className="quiet">{t('security.passkeys.unable')}</p>}
      </div>
    </section>
  )
}

function AddPasskey() {
  const { t } = useTranslation()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const add = useAddPasskey()
  const create = () =>
    add.mutate(name.trim() || t('security.passkeys.default_name'), {
      onSuccess: () => {
        toast(t('security.passkeys.stored'))
        setOpen(false)
        setName('')
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) create()
  }
  if (!isOpen)
    return (
      <div>
        <IonButton fill="outline" onClick={() => setOpen(true)}>
          {t('security.passkeys.add')}
        </IonButton>
      </div>
    )
  return (
    <form onSubmit={submit} noValidate>
      {add.error ? <ErrorNotice error={add.error} /> : null}
      <Field
        id={NAME}
        label={t('security.passkeys.name')}
        hint={t('security.passkeys.name_hint')}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="form-actions">
        <IonButton type="submit" disabled={add.isPending}>
          {t('security.passkeys.create')}
        </IonButton>
        <IonButton fill="clear" onClick={() => setOpen(false)}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
