import { IonItem, IonLabel, IonList } from '@ionic/react'
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, adminAudit } from '@reflet/contract/admin-audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { auditQuery } from './admin.api.ts'
import { auditDetails } from './audit-details.ts'
import { CsvButton } from './CsvButton.tsx'

/** Who did what, newest first. */
export function AuditPage() {
  const { t } = useTranslation()
  const [action, setAction] = useState<AuditAction>()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(action))
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Page shows={[['admin', 'audit']]} title={t('admin.area.audit')} back="/admin">
      <div className="stack">
        <Select
          aria-label={t('admin.audit.action')}
          value={action ?? ''}
          onChange={({ target }) => setAction((target.value || undefined) as AuditAction | undefined)}
        >
          <option value="">{t('admin.audit.every')}</option>
          {AUDIT_ACTIONS.map((name) => (
            <option key={name} value={name}>
              {t(`admin.audit.actions.${name}`)}
            </option>
          ))}
        </Select>
        <CsvButton endpoint={adminAudit.exportAudit} input={{ query: action ? { action } : {} }} fileName="audit.csv" />
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {isPending && !error ? <Skeleton avatar={false} /> : null}
        {data && entries.length === 0 ? <EmptyState drawing="ask" title={t('admin.audit.empty')} /> : null}
        {entries.length > 0 ? (
          <IonList className="card group-list" lines="full">
            {entries.map((entry) => (
              <IonItem key={entry.id}>
                <IonLabel className="ion-text-wrap">
                  <Entry entry={entry} />
                </IonLabel>
              </IonItem>
            ))}
          </IonList>
        ) : null}
        {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      </div>
    </Page>
  )
}

function Entry({ entry: { at, actor, action, target, network, details } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const key = `admin.audit.actions.${action}`
  const who = (kind: string, name: string | null, id: string | null) => {
    if (kind === 'operator') return t('admin.audit.operator')
    if (kind === 'system' || kind === 'scim') return t('admin.audit.system')
    return name ?? t(id ? 'admin.audit.former' : 'admin.audit.unknown')
  }
  const isOther = target?.kind === 'person' && target.id !== actor.id
  const said = auditDetails(details as Record<string, unknown>, t)
  return (
    <>
      <strong>{i18n.exists(key) ? t(key as ParseKeys) : action}</strong>
      <span className="line">
        <bdi>{who(actor.kind, actor.name, actor.id)}</bdi>
        {isOther ? (
          <>
            {' · '}
            <bdi>{target.name ?? t('admin.audit.former')}</bdi>
          </>
        ) : null}
      </span>
      <span className="line quiet small">
        {formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
        {network ? (
          <>
            {' · '}
            <bdi dir="ltr">{network}</bdi>
          </>
        ) : null}
      </span>
      {said.length > 0 ? (
        <span className="line quiet small">
          {said.map((text) => (
            <bdi key={text} className="line">
              {text}
            </bdi>
          ))}
        </span>
      ) : null}
    </>
  )
}
