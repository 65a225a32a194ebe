import { searchRecords } from '@host/platform-api/frame'
import { useNavigate, useQuery, useSession } from '@host/plugin-sdk'
import type { PaletteEntry } from './palette-entry.ts'
import type { LaterQuery } from './useLaterQuery.ts'

/** Search results of the server, and the state of the search. */
export interface FoundEntries {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
  readonly hasFailed: boolean
}

/** Matching records of the workspace; previous results stay until the answer arrives. */
export function useFoundRecords({ asked, isBehind }: LaterQuery): FoundEntries {
  const { workspace } = useSession()
  const navigate = useNavigate()
  const enabled = workspace !== null && asked !== undefined
  const { data, error, isFetching } = useQuery(searchRecords, { q: asked ?? '' }, { enabled, errors: 'page' })
  const items = enabled ? (data?.items ?? []) : []
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
    isSearching: workspace !== null && (isBehind || (enabled && isFetching)),
    hasFailed: enabled && error !== null,
  }
}
