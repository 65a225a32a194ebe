import { useCallback, useMemo } from 'react'
import { useHistoryEntry, useNavigation } from './navigation-context.ts'
import type { NavigateOptions } from './useNavigate.ts'

/** Changes parts of the query; `undefined` and the empty text remove one. */
export type SetSearch = (changes: Readonly<Record<string, string | undefined>>, options?: NavigateOptions) => void

/**
 * The query string of the address: for filters, sorting and other state that a link should restore.
 * @example
 * const [search, setSearch] = useSearch()
 * setSearch({ status: 'open' }, { replace: true })
 * @since 1.0.0
 */
export function useSearch(): readonly [search: URLSearchParams, setSearch: SetSearch] {
  const { history } = useNavigation()
  const { search } = useHistoryEntry()
  const setSearch = useCallback<SetSearch>(
    (changes, options) => {
      const { pathname, search: present, hash } = history.entry()
      const query = new URLSearchParams(present)
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined || value === '') query.delete(key)
        else query.set(key, value)
      }
      const text = query.toString()
      history.go(`${pathname}${text === '' ? '' : `?${text}`}${hash}`, options)
    },
    [history],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), setSearch]
}
