import { useState } from 'react'
import type { SavedView } from '@host/platform-api/views'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../components/Menu.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { ViewActions } from './ViewActions.tsx'
import { ViewDialog } from './ViewDialog.tsx'
import { useSavedViews, type SavedViewsState } from './useSavedViews.ts'
import type { TableHandle } from './useTable.ts'

export interface SavedViewsProps {
  readonly table: TableHandle
}

/** Purpose of the open dialog: a new view, or renaming an existing one. */
type Asking = 'new' | SavedView | null

/**
 * The views of a list that were saved: one's own and those that others share. Filters, order, columns and density
 * belong to a view.
 * @example <SavedViews table={table} />
 * @since 1.0.0
 */
export function SavedViews({ table }: SavedViewsProps) {
  const { t } = useTranslation()
  const state = useSavedViews(table)
  const [asking, setAsking] = useState<Asking>(null)
  const { views, current, isChanged } = state
  const name = current === undefined ? t('sdk.views.title') : `${current.name}${isChanged ? ' *' : ''}`
  return (
    <>
      <Menu
        trigger={
          <Button icon="bookmark">
            <span className="max-w-40 truncate">{name}</span>
          </Button>
        }
      >
        <ViewItem state={state} view={null} />
        <Group label={t('sdk.views.own')} views={views.filter(({ isShared }) => !isShared)} state={state} />
        <Group label={t('sdk.views.shared')} views={views.filter(({ isShared }) => isShared)} state={state} />
        <MenuSeparator />
        <MenuItem icon="plus" onSelect={() => setAsking('new')}>
          {t('sdk.views.save')}
        </MenuItem>
        {current !== undefined && (
          <ViewActions table={table} state={state} view={current} onRename={() => setAsking(current)} />
        )}
      </Menu>
      {asking !== null && (
        <ViewDialog
          table={table}
          view={asking === 'new' ? undefined : asking}
          onDone={state.show}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

interface GroupProps {
  readonly label: string
  readonly views: readonly SavedView[]
  readonly state: SavedViewsState
}

function Group({ label, views, state }: GroupProps) {
  if (views.length === 0) return null
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      {views.map((view) => (
        <ViewItem key={view.id} state={state} view={view} />
      ))}
    </>
  )
}

/** A view to choose; null is the usual one of the page. */
function ViewItem({ state, view }: { readonly state: SavedViewsState; readonly view: SavedView | null }) {
  const { t } = useTranslation()
  const isCurrent = state.current?.id === view?.id
  return (
    <MenuItem onSelect={() => state.show(view)}>
      <span className="min-w-0 flex-1 truncate">{view?.name ?? t('sdk.views.usual')}</span>
      {view !== null && state.defaultId === view.id && <Icon name="star" size={14} className="text-subtle" />}
      {isCurrent && <Icon name="check" className="text-accent-fg" />}
    </MenuItem>
  )
}
