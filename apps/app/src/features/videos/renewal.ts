import { MINUTE_MS } from '@reflet/contract/durations'
import type { Video } from '@reflet/contract/videos'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { play } from './player.ts'
import { videosQuery } from './videos.api.ts'

interface Failure {
  readonly played: boolean
}

const addressOf = ({ sources }: Video) => sources[0]?.src

/**
 * A film with the addresses that are played. On native the server signs them for ten minutes: an error of the player takes new ones from the
 * list, and the film goes on where it was. Those of a list that is fetched meanwhile interrupt nothing. No endless loop: a list that is
 * younger than a minute is not fetched again, and its addresses are tried once.
 */
export function useRenewedFilm(video: Video, element: RefObject<HTMLVideoElement | null>) {
  const client = useQueryClient()
  const [film, setFilm] = useState(video)
  const [failure, setFailure] = useState<Failure | null>(null)
  const loaded = useRef(video)
  const plays = useRef(false)

  const renew = async ({ target }: SyntheticEvent) => {
    // Chromium has paused a film that fails; the event of the pause comes after that of the error.
    const failed = { played: plays.current }
    // Captions are loaded again by their new address alone.
    const isCaptions = target instanceof HTMLTrackElement
    const list = await client.fetchQuery({ ...videosQuery, staleTime: MINUTE_MS }).catch(() => null)
    const renewed = list?.videos.find(({ id }) => id === video.id)
    if (!renewed || addressOf(renewed) === addressOf(isCaptions ? film : loaded.current)) return
    setFilm(renewed)
    if (isCaptions) return
    loaded.current = renewed
    setFailure(failed)
  }

  useEffect(() => {
    const player = element.current
    if (!player || !failure) return
    // Its person may have pressed play since, or chosen another place.
    const played = failure.played || plays.current
    const seconds = player.currentTime
    const goOn = () => {
      player.currentTime = seconds
      if (played) play(player)
    }
    player.addEventListener('loadedmetadata', goOn, { once: true })
    player.load()
    return () => player.removeEventListener('loadedmetadata', goOn)
  }, [failure, element])

  const onPlay = (event: SyntheticEvent<HTMLVideoElement>) => {
    plays.current = true
    const { error, networkState } = event.currentTarget
    // It failed while the list could not be fetched.
    if (error || networkState === HTMLMediaElement.NETWORK_NO_SOURCE) void renew(event)
  }
  const onPause = () => {
    plays.current = false
  }
  return { film, events: { onErrorCapture: renew, onPlay, onPause } }
}
