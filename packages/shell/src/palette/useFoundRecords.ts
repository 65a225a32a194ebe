import { useEffect, useState } from 'react'
import { useNavigate, useQuery, useSession } from '@host/plugin-sdk'
import { searchRecords } from '../endpoints.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** Records of the workspace, and how the search for them is doing. */
export interface FoundRecords {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
  readonly hasFailed: boolean
}

const pauseMilliseconds = 120
const longestQuery = 100

/** What the server finds for what is typed, asked when the typing pauses; what was found before stays meanwhile. */
export function useFoundRecords(query: string): FoundRecords {
  const { workspace } = useSession()
  const navigate = useNavigate()
  const typed = query.trim()
  const q = useLater(typed)
  const enabled = workspace !== null && isWorthAsking(q)
  const { data, error, isFetching } = useQuery(searchRecords, { q }, { enabled, errors: 'page' })
  const items = isWorthAsking(typed) && enabled ? (data?.items ?? []) : []
  return {
    entries: items.map(({ plugin, title, detail, path, icon }) => ({
      id: `record ${plugin} ${path}`,
      section: 'records',
      label: title,
      detail,
      icon,
      href: `/admin${path}`,
      run: () => navigate(`~/admin${path}`),
    })),
    isSearching: isWorthAsking(typed) && workspace !== null && (isFetching || typed !== q),
    hasFailed: enabled && error !== null,
  }
}

/** One Latin letter is in nearly every record; one Chinese character is a word. */
function isWorthAsking(query: string): boolean {
  return query.length <= longestQuery && (query.length > 1 || /\p{Script=Han}/u.test(query))
}

function useLater(value: string): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return later
}
