import type { Locale } from '@reflet/contract/common'
import type { Video } from '@reflet/contract/videos'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, LANGUAGE_NAMES } from '../../platform/locale.ts'
import { quick } from '../../platform/quick.ts'
import { apiHost, fileUrl } from '../../platform/server.ts'
import { Select } from '../../ui/Select.tsx'
import { type Command, type Cue, commandOf, nextSpeed, play, SPEEDS, unsigned } from './player.ts'
import { useRenewedFilm } from './renewal.ts'
import { Transcript } from './Transcript.tsx'
import styles from './videos.module.css'

const SPEED_KEY = 'reflet.video-speed'
const SKIP_SECONDS = 5

const rememberedSpeed = () => SPEEDS.find((speed) => String(speed) === quick.get(SPEED_KEY)) ?? 1

/** In the web app the session opens a film: without the signature its address stays the same, and the browser finds its copy. */
const addressOf = (src: string) => fileUrl(apiHost() === '' ? unsigned(src) : src)

/** A video with captions, speed and keyboard control; below it the transcript, whose lines seek to their time. */
export function Player({ video }: { video: Video }) {
  const { t } = useTranslation()
  const element = useRef<HTMLVideoElement>(null)
  const { film, events } = useRenewedFilm(video, element)
  const [speed, setSpeed] = useState(rememberedSpeed)
  const [captions, setCaptions] = useState<Locale | 'off'>(video.captions[0]?.locale ?? 'off')
  const [lastCaptions, setLastCaptions] = useState(captions)
  const [cues, setCues] = useState<readonly Cue[]>([])
  const [now, setNow] = useState(0)

  useEffect(() => {
    // A film that is loaded again starts at its default.
    if (element.current) element.current.defaultPlaybackRate = element.current.playbackRate = speed
    quick.set(SPEED_KEY, String(speed))
  }, [speed])

  // The transcript is in the language of the captions, or of those that were shown last.
  const captionLocale = captions === 'off' ? lastCaptions : captions
  useEffect(() => {
    const list = element.current?.textTracks
    const tracks = [...(list ?? [])]
    const apply = () => {
      for (const track of tracks)
        track.mode = track.language === captions ? 'showing' : track.language === captionLocale ? 'hidden' : 'disabled'
    }
    // The browser may enable captions of its own language in addition; a selection in its own menu counts.
    const follow = () => {
      const showing = tracks.filter(({ mode }) => mode === 'showing').map(({ language }) => language as Locale)
      if (showing.length > 1) apply()
      else if (showing.length === 1 && showing[0] && showing[0] !== captions) setCaptions(showing[0])
      else if (showing.length === 0 && captions !== 'off') {
        // Turned off in its menu; WebKit also does so when it has read them, where the system shows no captions. A disabled track has no text.
        setLastCaptions(captions)
        setCaptions('off')
      }
    }
    apply()
    list?.addEventListener('change', follow)
    const track = tracks.find(({ language }) => language === captionLocale)
    const read = () => setCues([...(track?.cues ?? [])].map((cue) => ({ start: cue.startTime, text: (cue as VTTCue).text })))
    read()
    const node = element.current?.querySelector<HTMLTrackElement>(`track[srclang="${captionLocale}"]`)
    node?.addEventListener('load', read)
    return () => {
      list?.removeEventListener('change', follow)
      node?.removeEventListener('load', read)
    }
  }, [captions, captionLocale])

  const choose = (locale: Locale | 'off') => {
    if (captions !== 'off') setLastCaptions(captions)
    setCaptions(locale)
  }
  const seek = (seconds: number) => {
    if (element.current) element.current.currentTime = seconds
  }
  const commands: Record<Command, (player: HTMLVideoElement) => void> = {
    toggle: (player) => (player.paused ? play(player) : player.pause()),
    back: (player) => seek(Math.max(0, player.currentTime - SKIP_SECONDS)),
    forward: (player) => seek(Math.min(video.seconds, player.currentTime + SKIP_SECONDS)),
    mute: (player) => {
      player.muted = !player.muted
    },
    fullscreen: (player) => void (document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen()),
    captions: () => choose(captions === 'off' ? captionLocale : 'off'),
    slower: () => setSpeed(nextSpeed(speed, -1)),
    faster: () => setSpeed(nextSpeed(speed, 1)),
  }
  const press = (event: KeyboardEvent) => {
    const command = commandOf(event.key)
    const busy = event.target instanceof HTMLElement && event.target.closest('select, button')
    if (!command || busy || event.ctrlKey || event.metaKey || event.altKey || !element.current) return
    event.preventDefault()
    commands[command](element.current)
  }
  // The browser's own controls react to the space bar on keyup, inside the video, before the event bubbles up here.
  const release = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.target === element.current) event.stopPropagation()
  }

  // On native captions come from another origin, which a browser reads with CORS only; a video on another host may not allow it.
  const hasForeignCaptions = apiHost() !== '' && video.sources.every(({ src }) => src.startsWith('/'))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the video inside, wherever the focus is in it
    <div className={`${styles.player} stack`} onKeyDown={press} onKeyUpCapture={release}>
      <video
        ref={element}
        controls
        playsInline
        preload="metadata"
        aria-label={video.title}
        {...(video.poster && { poster: fileUrl(video.poster) })}
        {...(hasForeignCaptions && { crossOrigin: 'anonymous' })}
        {...events}
        onTimeUpdate={({ currentTarget }) => setNow(currentTarget.currentTime)}
        onRateChange={({ currentTarget }) => setSpeed(SPEEDS.includes(currentTarget.playbackRate) ? currentTarget.playbackRate : speed)}
      >
        {film.sources.map(({ src, type }) => (
          <source key={src} src={addressOf(src)} type={type} />
        ))}
        {film.captions.map(({ locale, src }) => (
          <track key={locale} kind="captions" src={addressOf(src)} srcLang={locale} label={LANGUAGE_NAMES[locale]} />
        ))}
      </video>
      <div className={styles.playerChoices}>
        <div>
          <label className="field-label" htmlFor={`speed-${video.id}`}>
            {t('video.speed')}
          </label>
          <Select id={`speed-${video.id}`} value={speed} onChange={({ target }) => setSpeed(Number(target.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {t('video.times', { n: formatNumber(one) })}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <label className="field-label" htmlFor={`captions-${video.id}`}>
            {t('video.captions')}
          </label>
          <Select id={`captions-${video.id}`} value={captions} onChange={({ target }) => choose(target.value as Locale | 'off')}>
            <option value="off">{t('video.captions_off')}</option>
            {video.captions.map(({ locale }) => (
              <option key={locale} value={locale} lang={locale}>
                {LANGUAGE_NAMES[locale]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <p className="quiet small">{t('video.keys')}</p>
      <Transcript cues={cues} now={now} locale={captionLocale} onSeek={seek} />
    </div>
  )
}
