import { useEffect, useRef, useState } from 'react'
import { listViews, type SavedView } from '@host/platform-api/views'
import { useQuery } from '../query/useQuery.ts'
import { useSession } from '../session/useSession.ts'
import { readDefaultView, storeDefaultView } from './default-view.ts'
import type { TableHandle } from './useTable.ts'

/** The saved views of a page, and the one that is shown. */
export interface SavedViewsState {
  readonly views: readonly SavedView[]
  /** The view that was chosen last, also after the list was narrowed further. */
  readonly current: SavedView | undefined
  /** Whether the list shows something else than the view holds. */
  readonly isChanged: boolean
  readonly defaultId: string | null
  readonly show: (view: SavedView | null) => void
  readonly setDefault: (id: string | null) => void
}

/** Reads the saved views of a table's page, and begins with the one that the reader begins with. */
export function useSavedViews(table: TableHandle): SavedViewsState {
  const { path, viewQuery } = table
  const { workspace } = useSession()
  const place = { orgId: workspace?.id ?? '', path }
  const { data } = useQuery(listViews, { page: path }, { errors: 'page' })
  const views = data?.items ?? []
  const [chosenId, setChosen] = useState<string | null>(null)
  const [defaultId, setDefaultId] = useState(() => readDefaultView(place))
  const current = views.find(({ id }) => id === chosenId) ?? views.find(({ query }) => query === viewQuery)
  function show(view: SavedView | null) {
    setChosen(view?.id ?? null)
    table.showView(view?.query ?? '')
  }
  useFirstView(
    table,
    views.find(({ id }) => id === defaultId),
    show,
  )
  return {
    views,
    current,
    isChanged: current !== undefined && current.query !== viewQuery,
    defaultId,
    show,
    setDefault(id) {
      storeDefaultView(place, id)
      setDefaultId(id)
    },
  }
}

/** An address that says nothing of the list, on arriving, leaves the choice to the reader's own beginning. */
function useFirstView(table: TableHandle, first: SavedView | undefined, show: (view: SavedView) => void): void {
  const isPlain = useRef(table.viewQuery === '' && table.openId === null)
  useEffect(() => {
    if (!isPlain.current || first === undefined) return
    isPlain.current = false
    if (table.viewQuery === '') show(first)
  }, [first?.id]) // Once, when the views have arrived.
}
