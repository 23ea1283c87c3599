import { IonButton, useIonRouter } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
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
import { PATH } from './invitee.ts'

/**
 * My coffee chats: the list, one of them, or the form for a new one. All are in the same `Page`: Ionic shows a new page only when the path
 * changes.
 */
export default function CoffeePage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const id = useQueryParam(PATH, 'id')
  const names = [useQueryParam(PATH, 'answer'), useQueryParam(PATH, 'contact'), useQueryParam(PATH, 'new')]
  const writing = names.some((name) => name !== '')
  const list = useInfiniteQuery({ ...coffeesQuery, enabled: !writing && (wide || id === '') })
  const all = list.data?.pages.flatMap((page) => page.coffee_requests) ?? []
  const openId = id || (wide ? all[0]?.id : undefined)
  const alone = !wide && openId !== undefined
  const go = (query: string, how: 'push' | 'replace' = 'push') => router.push(to(`${PATH}${query}`), 'none', how)
  const propose = (
    <IonButton size="large" fill={openId ? 'outline' : 'solid'} onClick={() => go('?new=1')}>
      {t('coffee.new')}
    </IonButton>
  )
  const coffees = (
    <>
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
            <CoffeeList meetings={all} openId={openId} onOpen={(open) => go(`?id=${open}`)} />
            {list.isFetchNextPageError ? <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} /> : null}
            {list.hasNextPage && !list.isFetchNextPageError ? (
              <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
            ) : null}
          </section>
          {openId ? <CoffeeDetail key={openId} id={openId} /> : null}
        </div>
      ) : null}
    </>
  )
  const listed = !writing && !alone
  return (
    <Page
      shows={[['coffee']]}
      title={t(writing ? 'coffee.new' : alone ? 'coffee.one' : 'coffee.title')}
      back={listed ? '/home' : PATH}
      wide={listed}
      footer={listed && all.length > 0 ? propose : undefined}
    >
      {writing ? <CoffeeForm key={names.join()} onMade={(made) => go(`?id=${made}`, 'replace')} /> : null}
      {!writing && alone ? <CoffeeDetail key={openId} id={openId} /> : null}
      {listed ? coffees : null}
    </Page>
  )
}
