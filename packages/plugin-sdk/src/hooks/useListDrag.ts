import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

/** An item on its way: it comes before the one that stands at `before`. */
interface Drag {
  readonly place: number
  readonly before: number
}

/** The result of `useListDrag`. @since 1.0.0 */
export interface ListDrag {
  readonly list: RefObject<HTMLOListElement | null>
  readonly drag: Drag | undefined
  /** Handlers of the grip of the item at a place, counted from 0. */
  readonly gripOf: (place: number) => GripHandlers
}

/** Handlers of the element that an item is dragged by. @since 1.0.0 */
export interface GripHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
}

/**
 * Drags the items of a list by a grip; Escape cancels. A pointer is needed, so give each item buttons as well.
 * @param onMove gets the places before and after, counted from 0
 * @example
 * const { list, gripOf } = useListDrag(move)
 * return (
 *   <ol ref={list}>
 *     {items.map((item, place) => <li key={item.id}><span {...gripOf(place)}><Icon name="grip-vertical" /></span></li>)}
 *   </ol>
 * )
 * @since 1.0.0
 */
export function useListDrag(onMove: (from: number, to: number) => void): ListDrag {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return undefined
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(undefined)
    addEventListener('keydown', cancel)
    return () => removeEventListener('keydown', cancel)
  }, [isDragging])
  const gripOf = (place: number): GripHandlers => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ place, before: place })
    },
    onPointerMove: ({ clientY }) => {
      if (drag === undefined || list.current === null) return
      const before = placeAt(list.current, clientY)
      if (before !== drag.before) setDrag({ ...drag, before })
    },
    onPointerUp: () => {
      setDrag(undefined)
      if (drag === undefined) return
      const to = drag.before > drag.place ? drag.before - 1 : drag.before
      if (to !== drag.place) onMove(drag.place, to)
    },
    onPointerCancel: () => setDrag(undefined),
  })
  return { list, drag, gripOf }
}

/** The place of the first item whose middle is below a height. */
function placeAt(list: HTMLElement, y: number): number {
  const cards = [...list.children]
  const place = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return place === -1 ? cards.length : place
}
