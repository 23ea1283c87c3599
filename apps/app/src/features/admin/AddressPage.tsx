import { IonButton } from '@ionic/react'
import { adminPeople } from '@reflet/contract/admin-people'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { call } from '../../platform/client.ts'
import { NOT_KEPT } from '../../platform/query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The page of the link by which a mailbox confirms a new address or refuses it, or the mailbox of before undoes a change. */
export default function AddressPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams<{ token: string }>()
  const params = { token }
  const { data, error, refetch } = useQuery({
    queryKey: ['address-change', token],
    meta: NOT_KEPT,
    retry: false,
    queryFn: ({ signal }) => call(adminPeople.getAddressChange, { params }, { signal }),
  })
  const confirm = useMutation({ mutationFn: () => call(adminPeople.confirmAddressChange, { params }) })
  const refuse = useMutation({ mutationFn: () => call(adminPeople.refuseAddressChange, { params }) })
  const changed = data?.changed ?? false
  const ofPending = refuse.isSuccess ? 'refused' : confirm.data?.done ? 'done' : confirm.data || data?.confirmed ? 'waiting' : null
  const ofChanged = refuse.isSuccess ? 'changed.restored' : confirm.isSuccess ? 'changed.kept' : null
  const said = changed ? ofChanged : ofPending
  return (
    <Page shows={[]} title={t(changed ? 'admin.address.changed.title' : 'admin.address.title')}>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton avatar={false} /> : null}
      {said ? <EmptyState drawing="mail" title={t(`admin.address.${said}`)} /> : null}
      {data && !said ? (
        <div className="stack">
          <p>{t(changed ? 'admin.address.changed.text' : 'admin.address.text', { company: data.company })}</p>
          <p>
            <bdi>{data.email}</bdi> → <strong dir="ltr">{data.new_email}</strong>
          </p>
          {confirm.error || refuse.error ? <ErrorNotice error={confirm.error ?? refuse.error} /> : null}
          <div className="form-actions">
            <IonButton size="large" expand="block" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
              {t(changed ? 'admin.address.changed.keep' : 'admin.address.confirm')}
            </IonButton>
            <IonButton fill="outline" expand="block" disabled={refuse.isPending} onClick={() => refuse.mutate()}>
              {t(changed ? 'admin.address.changed.restore' : 'admin.address.refuse')}
            </IonButton>
          </div>
        </div>
      ) : null}
    </Page>
  )
}
