import { useLayoutEffect, useReducer, useRef, useState, type RefObject } from 'react'
import type { DataColumn } from './data-column.ts'

/** Columns that fit into the frame of a table. */
export interface FittingColumns<Row> {
  readonly columns: readonly DataColumn<Row>[]
  /** Even the columns that always stay are too wide, so their texts have to break. */
  readonly isTight: boolean
}

interface Room {
  /** The columns that the rest belongs to, and whether rows are there. */
  readonly of: string
  readonly dropped: ReadonlySet<string>
  readonly isTight: boolean
}

const priorities = { sm: 2, md: 1, lg: 0 } as const

/**
 * Leaves out columns while the table is wider than its frame, those of the lowest priority first. It measures before the
 * browser paints, so nothing is seen of a table that is too wide.
 */
export function useFittingColumns<Row>(
  columns: readonly DataColumn<Row>[],
  frame: RefObject<HTMLElement | null>,
  hasRows: boolean,
): FittingColumns<Row> {
  const of = `${hasRows} ${columns.map(({ key }) => key).join()}`
  const all: Room = { of, dropped: new Set(), isTight: false }
  const [kept, setRoom] = useState(all)
  const room = kept.of === of ? kept : all
  const measured = useRef(0)
  useRenderedOnResize(frame)
  useLayoutEffect(() => {
    const width = frame.current?.clientWidth ?? 0
    const isWider = width > measured.current && (room.dropped.size > 0 || room.isTight)
    measured.current = width
    const table = frame.current?.querySelector('table')
    if (isWider) setRoom(all)
    else if (table && !room.isTight && table.offsetWidth > width) setRoom(narrower(room, columns, { table, width }))
  })
  return { columns: columns.filter(({ key }) => !room.dropped.has(key)), isTight: room.isTight }
}

interface Measured {
  readonly table: HTMLTableElement
  readonly width: number
}

/** The room without the columns that are too many. A table that is too wide gives each column its smallest width. */
function narrower<Row>(room: Room, columns: readonly DataColumn<Row>[], { table, width }: Measured): Room {
  let excess = table.offsetWidth - width
  const dropped = new Set(room.dropped)
  for (const { key } of givingWay(columns)) {
    if (excess <= 0) break
    const head = table.querySelector<HTMLElement>(`th[data-column="${CSS.escape(key)}"]`)
    if (dropped.has(key) || head === null || head.offsetWidth === 0) continue
    dropped.add(key)
    excess -= head.offsetWidth
  }
  return { of: room.of, dropped, isTight: excess > 0 }
}

/** The columns in the order in which they give way: the lowest priority first, and of equals the last. */
function givingWay<Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] {
  return columns
    .filter(({ isFixed }, index) => index > 0 && isFixed !== true)
    .toReversed()
    .toSorted((one, other) => priorityOf(one) - priorityOf(other))
}

function priorityOf({ from }: DataColumn<never>): number {
  return from === undefined ? 3 : priorities[from]
}

function useRenderedOnResize(frame: RefObject<HTMLElement | null>): void {
  const [, render] = useReducer((turn: number) => turn + 1, 0)
  const last = useRef(0)
  useLayoutEffect(() => {
    if (frame.current === null) return undefined
    const sizes = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      if (width === last.current) return
      last.current = width
      render()
    })
    sizes.observe(frame.current)
    return () => sizes.disconnect()
  }, [frame])
}
