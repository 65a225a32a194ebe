import { useState } from 'react'
import { useNavigate, useSession } from '@host/plugin-sdk'
import type { PaletteEntry } from './palette-entry.ts'
import { readRecent, rememberEntry } from './recent-entries.ts'

/** Recently opened entries, and a function to add one. */
export interface RecentEntries {
  readonly entries: readonly PaletteEntry[]
  readonly remember: (entry: PaletteEntry) => void
}

/** The reader's recently opened entries of this workspace. Pages missing from `reachable` are omitted. */
export function useRecentEntries(reachable: readonly PaletteEntry[]): RecentEntries {
  const { user, workspace } = useSession()
  const navigate = useNavigate()
  const place = { userId: user.id, workspaceId: workspace?.id }
  const [recent] = useState(() => readRecent(place))
  const entries = recent.flatMap(({ id, label, icon, href }): readonly PaletteEntry[] => {
    const present = reachable.find((entry) => entry.id === id)
    if (present === undefined && !/^(?:record|help) /.test(id)) return []
    const known = present ?? {
      label,
      icon,
      href,
      run: () => (id.startsWith('help ') ? window.location.assign(href) : navigate(`~${href}`)),
    }
    return [{ ...known, id: `recent ${id}`, section: 'recent' }]
  })
  function remember({ id, label, icon, href }: PaletteEntry): void {
    if (href !== undefined) rememberEntry(place, { id: id.replace(/^recent /, ''), label, icon, href })
  }
  return { entries, remember }
}
