import { IonButton, IonIcon, IonList } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { addOutline } from 'ionicons/icons'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/locale.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSheet } from '../../ui/PageSheet.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Catalogue, type CatalogueItem, catalogueQuery } from './admin.api.ts'
import { CatalogueForm } from './CatalogueForm.tsx'

const NEW = 'new'

/** The skills, award types or videos of the company. */
export function CataloguePage({ catalogue }: { catalogue: Catalogue }) {
  const { t } = useTranslation()
  const wide = useMedia(WIDE)
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const [openId, setOpenId] = useState<string>()
  const query = useDeferredValue(typed.trim())
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    catalogueQuery(catalogue, query),
  )
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const open = items.find(({ id }) => id === openId)
  const nameOf = ({ names }: CatalogueItem) => names[locale] ?? names.en ?? Object.values(names)[0] ?? ''
  const close = () => setOpenId(undefined)
  const form = openId === NEW || open ? <CatalogueForm key={openId} catalogue={catalogue} item={open} onDone={close} /> : null
  const title = open ? nameOf(open) : t('admin.catalogue.add')
  const add = (
    <IonButton size={wide ? 'default' : 'large'} expand="block" onClick={() => setOpenId(NEW)}>
      <IonIcon slot="start" icon={addOutline} aria-hidden="true" />
      {t('admin.catalogue.add')}
    </IonButton>
  )
  const list = (
    <div className="stack">
      <SearchBar label={t('admin.catalogue.search')} value={typed} onChange={setTyped} />
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <Skeleton avatar={false} /> : null}
      {items.length > 0 ? (
        <IonList className="card group-list" lines="full">
          {items.map((item) => (
            <ListRow key={item.id} button detail={!wide} isOpen={wide && item.id === openId} onClick={() => setOpenId(item.id)}>
              <strong>
                <bdi>{nameOf(item)}</bdi>
              </strong>
              {item.built_in ? null : <span className="chip">{t('admin.catalogue.own')}</span>}
              {item.retired ? <span className="chip">{t('admin.catalogue.retired')}</span> : null}
              {item.kind === 'no_file' ? <span className="line quiet small">{t('admin.catalogue.no_file')}</span> : null}
            </ListRow>
          ))}
        </IonList>
      ) : null}
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </div>
  )
  return (
    <Page
      shows={[['admin', 'catalogue', catalogue]]}
      title={t(`admin.area.${catalogue}`)}
      back="/admin"
      wide
      {...(wide ? {} : { footer: add })}
    >
      {wide ? (
        <div className="panes">
          <div className="stack">
            {add}
            {list}
          </div>
          {form ? (
            <section className="card stack" aria-label={title}>
              <h2>
                <bdi>{title}</bdi>
              </h2>
              {form}
            </section>
          ) : null}
        </div>
      ) : (
        <>
          {list}
          <PageSheet isOpen={form !== null} title={title} close={t('common.close')} onClose={close}>
            {form}
          </PageSheet>
        </>
      )}
    </Page>
  )
}
