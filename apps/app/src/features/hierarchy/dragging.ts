import type { CollisionDetection, DragEndEvent, DragMoveEvent, KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core'
import { isRightToLeft } from '@reflet/contract/common'
import { type RefObject, useMemo } from 'react'
import { currentLocale } from '../../platform/locale.ts'

interface Point {
  x: number
  y: number
}

const holds = (element: Element | null, { x, y }: Point) => {
  if (!element) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Inset of a dragged card in the list selected by the arrow keys. */
const INSIDE = 4

/**
 * Measures the lists at each move. dnd-kit measures once and tracks scrolling, but not that of an Ionic page, whose scroll container is in
 * a shadow root.
 */
export const listUnder: CollisionDetection = ({ droppableContainers, pointerCoordinates, collisionRect }) => {
  const point = pointerCoordinates ?? { x: collisionRect.left + INSIDE, y: collisionRect.top + INSIDE }
  return droppableContainers
    .filter(({ node }) => holds(node.current, point))
    .map((droppableContainer) => ({ id: droppableContainer.id, data: { droppableContainer, value: 0 } }))
}

const stepOf = (code: string) => {
  if (code === 'ArrowDown') return 1
  if (code === 'ArrowUp') return -1
  const forward = isRightToLeft(currentLocale()) ? 'ArrowLeft' : 'ArrowRight'
  if (code === forward) return 1
  return code === 'ArrowLeft' || code === 'ArrowRight' ? -1 : 0
}

/**
 * Each arrow key selects the next or the previous list, in reading order. The list is stored here, because keys may be pressed faster than
 * the page is rendered.
 */
export function useListKeys() {
  return useMemo(() => {
    let chosen: UniqueIdentifier | undefined
    const toNextList: KeyboardCoordinateGetter = (event, { context: { droppableContainers, over } }) => {
      const step = stepOf(event.code)
      if (step === 0) return undefined
      event.preventDefault()
      const lists = droppableContainers.getEnabled()
      const from = chosen ?? over?.id
      const next = lists[lists.findIndex(({ id }) => id === from) + step]
      if (!next?.node.current) return undefined
      chosen = next.id
      next.node.current.scrollIntoView({ block: 'nearest' })
      const { left, top } = next.node.current.getBoundingClientRect()
      return { x: left, y: top }
    }
    return {
      toNextList,
      /** A new drag begins at its own list. */
      start(list: UniqueIdentifier) {
        chosen = list
      },
    }
  }, [])
}

/** The pointer's position; undefined while dragging by keyboard. */
export function pointerOf({ activatorEvent, delta }: Pick<DragMoveEvent, 'activatorEvent' | 'delta'>): Point | undefined {
  const touch = 'touches' in activatorEvent ? (activatorEvent as TouchEvent).touches[0] : undefined
  const start = touch ?? (activatorEvent instanceof MouseEvent ? activatorEvent : undefined)
  return start && { x: start.clientX + delta.x, y: start.clientY + delta.y }
}

/** The list at the end of a drag: under the pointer now, because the page may have scrolled. */
export function listAt(board: HTMLElement | null, event: DragEndEvent): string | undefined {
  const point = pointerOf(event)
  if (!point) return event.over ? String(event.over.id) : undefined
  const lists = [...(board?.querySelectorAll<HTMLElement>('[data-list]') ?? [])]
  return lists.find((list) => holds(list, point))?.dataset.list
}

const EDGE = 72
const PACE = 10

/** Auto-scroll: scrolls the page while something is dragged near its upper or lower edge. */
export function useEdgeScroll(board: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    let page: HTMLElement | undefined
    let pace = 0
    let frame = 0
    const tick = () => {
      page?.scrollBy(0, pace)
      frame = pace === 0 ? 0 : requestAnimationFrame(tick)
    }
    return {
      start() {
        const content = board.current?.closest('ion-content')
        void content?.getScrollElement().then((element) => {
          page = element
        })
      },
      follow(event: DragMoveEvent) {
        const point = pointerOf(event)
        if (!page || !point) return
        const { top, bottom } = page.getBoundingClientRect()
        pace = point.y < top + EDGE ? -PACE : point.y > bottom - EDGE ? PACE : 0
        if (pace !== 0 && frame === 0) frame = requestAnimationFrame(tick)
      },
      stop() {
        pace = 0
      },
    }
  }, [board])
}
