/**
 * Dragging a card with a pointer. The card stays in its place in the document until it is dropped: a touched element
 * that leaves it would lose the rest of the touch.
 *
 *   idle --press--> pressed --mouse moves, or touch rests--> dragging --release--> idle, dropped
 *                     '--touch moves first: it scrolls--> idle   '--Escape, cancel--> idle
 */
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { BoardPlace } from './board-order.ts'
import { autoScroll } from './auto-scroll.ts'
import { dropPlace, type Point } from './drop-place.ts'

/** A card on its way. */
export interface BoardDrag {
  readonly id: string
  readonly place: BoardPlace
  /** Size of the card, and the pointer's place on it. */
  readonly width: number
  readonly height: number
  readonly grip: Point
}

/** Options of dragging. */
export interface BoardDragOptions {
  readonly board: RefObject<HTMLElement | null>
  /** The copy that follows the pointer. */
  readonly ghost: RefObject<HTMLElement | null>
  readonly isMovable: boolean
  readonly onStart: (id: string) => void
  readonly onDrop: (id: string, place: BoardPlace) => void
  readonly onCancel: (id: string) => void
}

/** The drag, and the handler that begins one. */
export interface BoardDragHandle {
  readonly drag: BoardDrag | undefined
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, id: string) => void
}

interface Press {
  readonly id: string
  readonly pointer: number
  readonly isTouch: boolean
  readonly start: Point
  readonly card: HTMLElement
}

/** Milliseconds that a touch rests on a card before it drags. */
const longPress = 300
/** Pixels a pointer may move while it rests. */
const slack = 6

/** Drags cards by mouse, pen and touch. */
export function useBoardDrag(options: BoardDragOptions): BoardDragHandle {
  const [press, setPress] = useState<Press>()
  const [drag, setDrag] = useState<BoardDrag>()
  const at = useRef<Point>({ x: 0, y: 0 })
  const { board, ghost } = options
  function start({ id, card, start: from }: Press): void {
    const { left, top, width, height } = card.getBoundingClientRect()
    const place = board.current === null ? undefined : dropPlace(board.current, at.current, id)
    if (place === undefined) return
    getSelection()?.removeAllRanges()
    setDrag({ id, place, width, height, grip: { x: from.x - left, y: from.y - top } })
    options.onStart(id)
  }
  function follow(): void {
    if (drag === undefined || board.current === null) return
    const { x, y } = at.current
    if (ghost.current !== null) ghost.current.style.translate = `${x - drag.grip.x}px ${y - drag.grip.y}px`
    const place = dropPlace(board.current, at.current, drag.id)
    if (place !== undefined && (place.to !== drag.place.to || place.before !== drag.place.before)) {
      setDrag({ ...drag, place })
    }
  }
  function end(isDropped: boolean): void {
    setPress(undefined)
    setDrag(undefined)
    if (drag === undefined) return
    ignoreClick()
    if (isDropped) options.onDrop(drag.id, drag.place)
    else options.onCancel(drag.id)
  }
  function onMove(event: globalThis.PointerEvent): void {
    if (press === undefined || event.pointerId !== press.pointer) return
    at.current = { x: event.clientX, y: event.clientY }
    if (drag !== undefined) return follow()
    if (Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y) <= slack) return
    if (press.isTouch) end(false)
    else start(press)
  }
  function onEnd(event: globalThis.PointerEvent): void {
    if (event.pointerId === press?.pointer) end(event.type === 'pointerup')
  }
  useTouchGuard(board, ({ type }) => drag !== undefined || (type === 'contextmenu' && press?.isTouch === true))
  usePressEvents(press, { onRest: start, onMove, onEnd, onEscape: () => end(false) })
  useFrames(drag !== undefined, () => {
    if (board.current !== null) autoScroll(board.current, at.current)
    follow()
  })
  return {
    drag,
    onPointerDown(event, id) {
      if (!options.isMovable || event.button !== 0 || !event.isPrimary || press !== undefined) return
      const begun = pressOf(event, id)
      at.current = begun.start
      setPress(begun)
    },
  }
}

function pressOf(event: PointerEvent<HTMLElement>, id: string): Press {
  const { pointerId: pointer, pointerType, clientX: x, clientY: y, currentTarget: card } = event
  return { id, pointer, isTouch: pointerType === 'touch', start: { x, y }, card }
}

/** A touch that drags must not scroll; the browser asks only listeners that were there when the touch began. */
function useTouchGuard(board: RefObject<HTMLElement | null>, isBlocked: (event: Event) => boolean): void {
  const guard = useEffectEvent((event: Event) => {
    if (isBlocked(event)) event.preventDefault()
  })
  useEffect(() => {
    const element = board.current
    const listener = (event: Event): void => guard(event)
    const types = ['touchmove', 'contextmenu'] as const
    for (const type of types) element?.addEventListener(type, listener, { passive: false })
    return () => {
      for (const type of types) element?.removeEventListener(type, listener)
    }
  }, [board])
}

interface PressEvents {
  readonly onRest: (press: Press) => void
  readonly onMove: (event: globalThis.PointerEvent) => void
  readonly onEnd: (event: globalThis.PointerEvent) => void
  readonly onEscape: () => void
}

/** Follows a pressed pointer wherever it goes. */
function usePressEvents(press: Press | undefined, events: PressEvents): void {
  const onRest = useEffectEvent(events.onRest)
  const onMove = useEffectEvent(events.onMove)
  const onEnd = useEffectEvent(events.onEnd)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    events.onEscape()
  })
  useEffect(() => {
    if (press === undefined) return undefined
    const ends = new AbortController()
    const { signal } = ends
    addEventListener('pointermove', (event) => onMove(event), { signal })
    addEventListener('pointerup', (event) => onEnd(event), { signal })
    addEventListener('pointercancel', (event) => onEnd(event), { signal })
    addEventListener('keydown', (event) => onKey(event), { signal, capture: true })
    const timer = press.isTouch ? setTimeout(() => onRest(press), longPress) : undefined
    return () => {
      clearTimeout(timer)
      ends.abort()
    }
  }, [press])
}

/** Runs something once a frame. */
function useFrames(isRunning: boolean, run: () => void): void {
  const onFrame = useEffectEvent(run)
  useEffect(() => {
    if (!isRunning) return undefined
    let frame = requestAnimationFrame(function next() {
      onFrame()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isRunning])
}

/** The release of a drag is a click too, which would open the card. */
function ignoreClick(): void {
  const ignore = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), 0)
}
