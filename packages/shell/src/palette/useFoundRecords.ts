import { useNavigate, useQuery, useSession } from '@host/plugin-sdk'
import { searchRecords } from '../endpoints.ts'
import type { PaletteEntry } from './palette-entry.ts'
import type { LaterQuery } from './useLaterQuery.ts'

/** What the server has found, and how its search is doing. */
export interface FoundEntries {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
  readonly hasFailed: boolean
}

/** Records of the workspace that fit; what was found before stays until the answer is there. */
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
