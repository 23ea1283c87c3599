import { useIonRouter } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Player } from './Player.tsx'
import { asTime, unsigned } from './player.ts'
import { videosQuery } from './videos.api.ts'

const PATH = '/video-player'

/** A video of the company's list, with the others below it. */
export default function VideoPlayerPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { data, error, isPending, refetch } = useQuery(videosQuery)
  const wanted = useQueryParam(PATH, 'id')
  const videos = data?.videos ?? []
  const video = videos.find(({ id }) => id === wanted) ?? videos[0]
  const others = videos.filter(({ id }) => id !== video?.id)
  return (
    <Page shows={[['videos']]} title={t('video.title')} back="/profile">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton avatar={false} /> : null}
      {data && !video ? <EmptyState drawing="answer" title={t('video.empty')} text={t('video.empty_text')} /> : null}
      {video ? (
        <article className="stack">
          <div>
            <h2 dir="auto">{video.title}</h2>
            <p className="quiet" dir="auto">
              {video.description}
            </p>
          </div>
          <Player key={`${video.id} ${unsigned(video.sources[0]?.src ?? '')}`} video={video} />
        </article>
      ) : null}
      {others.length > 0 ? (
        <section className="stack" aria-label={t('video.others')}>
          <h2>{t('video.others')}</h2>
          <div className="option-list">
            {others.map((one) => (
              <button type="button" className="option" key={one.id} onClick={() => router.push(to(`${PATH}?id=${one.id}`), 'none')}>
                <span>
                  <strong dir="auto">{one.title}</strong>
                  <span className="quiet small">{asTime(one.seconds)}</span>
                </span>
              </button>
            ))}
          </div>
        </section>
      ) : null}
    </Page>
  )
}
