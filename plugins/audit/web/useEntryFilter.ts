import { useCallback, useMemo } from 'react'
import { useSearch } from '@host/plugin-sdk'
import type { AuditFilter } from '../shared.ts'

/** What may narrow the list down, in the order in which it is asked for. Days are those of the reader. */
export const filterNames = ['action', 'actor', 'target', 'requestId', 'from', 'to'] as const

export type FilterName = (typeof filterNames)[number]
/** The filter as it is written; what is left out does not matter. */
export type WrittenFilter = Readonly<Partial<Record<FilterName, string>>>

export interface EntryFilter {
  readonly written: WrittenFilter
  /** The same as the server understands it. */
  readonly filter: AuditFilter
  readonly setFilter: (filter: WrittenFilter) => void
  /** The query of the page with some entry's details open. */
  readonly queryOf: (id: string) => string
  /** The entry whose details are open. */
  readonly entryId: string | null
  readonly closeEntry: () => void
}

/** The filter of the list and the entry that is open; both stand in the address, so that a link brings them back. */
export function useEntryFilter(): EntryFilter {
  const [search, setSearch] = useSearch()
  const written = useMemo(() => {
    const given = filterNames.map((name) => [name, search.get(name)?.trim() ?? ''] as const)
    return Object.fromEntries(given.filter(([, value]) => value !== '')) as WrittenFilter
  }, [search])
  const filter = useMemo(() => understood(written), [written])
  const setFilter = useCallback(
    (next: WrittenFilter) =>
      setSearch({ ...Object.fromEntries(filterNames.map((name) => [name, next[name]])), entry: undefined }),
    [setSearch],
  )
  const queryOf = (id: string): string => new URLSearchParams({ ...written, entry: id }).toString()
  const closeEntry = useCallback(() => setSearch({ entry: undefined }, { replace: true }), [setSearch])
  return { written, filter, setFilter, queryOf, entryId: search.get('entry'), closeEntry }
}

function understood({ from, to, ...rest }: WrittenFilter): AuditFilter {
  const [first, last] = [midnight(from, 0), midnight(to, 1)]
  return { ...rest, ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) }
}

/** When a day of the reader begins, or one some days later; undefined for what is no day. */
function midnight(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (date === undefined) return undefined
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
