import { type DriveStep, driver, type PopoverDOM } from 'driver.js'
import 'driver.js/dist/driver.css'
import type { TFunction } from 'i18next'
import { formatNumber } from '../../platform/locale.ts'
import './tour.css'
import type { Stop } from './tours.api.ts'

/** ARIA attributes that the library sets on the highlighted element, which is none of these. */
const CLAIMS = ['aria-haspopup', 'aria-expanded', 'aria-controls']

/** Headings: what they are about is below, so their step is above or at the side. */
const HEADINGS: readonly Stop[] = ['news', 'legend', 'answers', 'answer-form']

/** A target must be visible, on the open page or in the menu beside it. */
function find(stop: Stop): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`[data-tour="${stop}"]`)].find((element) => {
    const { width, height, right } = element.getBoundingClientRect()
    const drawn = width > 0 && height > 0 && right > 0 && element.checkVisibility()
    return drawn && !element.closest('.ion-page-hidden, .ion-page-invisible')
  })
}

/** Progress and a close button with text are at the top, instead of a cross. */
function dress({ wrapper, title, footer, closeButton, progress }: PopoverDOM, skip: string, isLong: boolean) {
  wrapper.setAttribute('aria-modal', 'true')
  wrapper.setAttribute('aria-live', 'polite')
  // A header and a footer here would be landmarks of the page.
  for (const part of [title, footer]) part.setAttribute('role', 'presentation')
  // A tour of one step has one button, which ends it.
  if (!isLong) return closeButton.remove()
  closeButton.removeAttribute('aria-label')
  closeButton.textContent = skip
  const head = document.createElement('div')
  head.className = 'tour-head'
  head.append(progress, closeButton)
  wrapper.prepend(head)
}

function restoreFocus(to: Element | null) {
  if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus({ preventScroll: true })
}

interface Endings {
  /** Finished, skipped or closed. */
  seen: () => void
  /** There was no visible target. */
  absent: () => void
}

/** Highlights one target after the other, at most `most` of those that are there. Returns the function that ends the tour. */
export function guide(stops: readonly Stop[], most: number | undefined, t: TFunction, { seen, absent }: Endings): () => void {
  const shown = stops.filter((stop) => find(stop)).slice(0, most)
  if (shown.length === 0) {
    absent()
    return () => undefined
  }
  const before = document.activeElement
  const rightToLeft = document.documentElement.dir === 'rtl'
  let open = true

  const end = () => {
    if (!open) return
    open = false
    document.removeEventListener('keydown', onKey, true)
    tour.destroy()
    restoreFocus(before)
    seen()
  }
  const forward = () => (tour.hasNextStep() ? tour.moveNext() : end())
  const back = () => (tour.hasPreviousStep() ? tour.movePrevious() : undefined)
  const keys: Readonly<Record<string, () => void>> = {
    Escape: end,
    ArrowRight: rightToLeft ? back : forward,
    ArrowLeft: rightToLeft ? forward : back,
  }
  const onKey = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  const steps = shown.map((stop, index): DriveStep => {
    const place = t('ask.step', { n: formatNumber(index + 1), total: formatNumber(shown.length) })
    const side = HEADINGS.includes(stop) ? 'top' : 'bottom'
    const popover = { title: t(`tour.${stop}.title`), description: t(`tour.${stop}.text`), progressText: place, side } as const
    // Queried again: the page may have rendered it again meanwhile.
    return { element: () => find(stop) as Element, popover }
  })
  const tour = driver({
    steps,
    skipMissingElement: true,
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    duration: 250,
    overlayColor: '#131220',
    overlayOpacity: 0.62,
    stagePadding: 6,
    stageRadius: 14,
    popoverOffset: 12,
    allowScroll: false,
    allowKeyboardControl: false,
    disableActiveInteraction: true,
    overlayClickBehavior: forward,
    showProgress: shown.length > 1,
    nextBtnText: t('tour.next'),
    prevBtnText: t('tour.previous'),
    doneBtnText: t('tour.done'),
    onPopoverRender: (popover) => dress(popover, t('tour.skip'), shown.length > 1),
    onHighlighted: (element, _step, { state }) => {
      for (const claim of CLAIMS) element?.removeAttribute(claim)
      state.popover?.nextButton.focus({ preventScroll: true })
    },
    onNextClick: forward,
    onPrevClick: back,
    onCloseClick: end,
    onDoneClick: end,
  })
  document.addEventListener('keydown', onKey, true)
  tour.drive()
  return end
}
