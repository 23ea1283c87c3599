import { IonButton, useIonRouter } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/runtime.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CoffeeDetail } from './CoffeeDetail.tsx'
import { CoffeeForm } from './CoffeeForm.tsx'
import { CoffeeList } from './CoffeeList.tsx'
import { coffeesQuery } from './coffee.api.ts'
import { PATH } from './who.ts'
import './coffee.css'

/** My coffees: the list, one with what can be decided, or the form for a new one. */
export default function CoffeePage() {
  const router = useIonRouter()
  const id = useQueryParam(PATH, 'id')
  const names = [useQueryParam(PATH, 'answer'), useQueryParam(PATH, 'contact'), useQueryParam(PATH, 'user'), useQueryParam(PATH, 'new')]
  const go = (query: string, how: 'push' | 'replace' = 'push') => router.push(to(`${PATH}${query}`), 'none', how)
  if (names.some((name) => name !== '')) return <CoffeeForm onMade={(made) => go(`?id=${made}`, 'replace')} />
  return <Coffees id={id} onOpen={(open) => go(`?id=${open}`)} onNew={() => go('?new=1')} />
}

function Coffees({ id, onOpen, onNew }: { id: string; onOpen: (id: string) => void; onNew: () => void }) {
  const { t } = useTranslation()
  const wide = useMedia(WIDE)
  const list = useInfiniteQuery({ ...coffeesQuery, enabled: wide || id === '' })
  const all = list.data?.pages.flatMap((page) => page.coffee_requests) ?? []
  const openId = id || (wide ? all[0]?.id : undefined)
  if (openId && !wide) {
    return (
      <Page title={t('coffee.one')} back={PATH}>
        <CoffeeDetail key={openId} id={openId} />
      </Page>
    )
  }
  const propose = (
    <IonButton size="large" fill={openId ? 'outline' : 'solid'} onClick={onNew}>
      {t('coffee.new')}
    </IonButton>
  )
  return (
    <Page title={t('coffee.title')} back="/home" wide onRefresh={list.refetch} footer={all.length > 0 ? propose : undefined}>
      {list.error && !list.data ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton /> : null}
      {list.data && all.length === 0 ? (
        <EmptyState drawing="ask" title={t('coffee.empty.title')} text={t('coffee.empty.text')}>
          {propose}
        </EmptyState>
      ) : null}
      {all.length > 0 ? (
        <div className={openId ? 'panes' : undefined}>
          <section className="stack" aria-label={t('coffee.title')}>
            <CoffeeList meetings={all} openId={openId} onOpen={onOpen} />
            {list.isFetchNextPageError ? <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} /> : null}
            {list.hasNextPage && !list.isFetchNextPageError ? (
              <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
            ) : null}
          </section>
          {openId ? <CoffeeDetail key={openId} id={openId} /> : null}
        </div>
      ) : null}
    </Page>
  )
}
