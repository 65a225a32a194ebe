import { changeView, deleteView, listViews, type SavedView } from '@host/platform-api/views'
import { hasRole } from '@host/plugin/wire'
import { MenuItem, MenuSeparator } from '../components/Menu.tsx'
import { useToast } from '../components/Toast.tsx'
import { useErrorText } from '../components/useErrorText.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useMutation } from '../query/useMutation.ts'
import { useUndoableMutation } from '../query/useUndoableMutation.ts'
import { useSession } from '../session/useSession.ts'
import type { SavedViewsState } from './useSavedViews.ts'
import type { TableHandle } from './useTable.ts'

export interface ViewActionsProps {
  readonly table: TableHandle
  readonly state: SavedViewsState
  readonly view: SavedView
  readonly onRename: () => void
}

/** Actions on the current view; actions the user isn't allowed to take are hidden. */
export function ViewActions({ table, state, view, onRename }: ViewActionsProps) {
  const { t } = useTranslation()
  const { role } = useSession()
  const { change, remove } = useViewWrites(state)
  const isAdmin = hasRole(role ?? undefined, 'admin')
  const isDefault = state.defaultId === view.id
  return (
    <>
      <MenuSeparator />
      {view.isOwn && state.isChanged && (
        <MenuItem icon="check" onSelect={() => change({ id: view.id, query: table.viewQuery })}>
          {t('sdk.views.update')}
        </MenuItem>
      )}
      <MenuItem icon="star" onSelect={() => state.setDefault(isDefault ? null : view.id)}>
        {t(isDefault ? 'sdk.views.noDefault' : 'sdk.views.makeDefault')}
      </MenuItem>
      {view.isOwn && (
        <MenuItem icon="pencil" onSelect={onRename}>
          {t('sdk.views.rename')}
        </MenuItem>
      )}
      {view.isOwn && (isAdmin || view.isShared) && (
        <MenuItem icon="users" onSelect={() => change({ id: view.id, isShared: !view.isShared })}>
          {t(view.isShared ? 'sdk.views.unshare' : 'sdk.views.share')}
        </MenuItem>
      )}
      {(view.isOwn || (view.isShared && isAdmin)) && (
        <MenuItem calls={deleteView} icon="trash" danger onSelect={() => remove(view)}>
          {t('sdk.views.delete')}
        </MenuItem>
      )}
    </>
  )
}

function useViewWrites(state: SavedViewsState) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation(changeView, {
    invalidates: [listViews],
    onSuccess: ({ name }) => toast({ tone: 'positive', title: t('sdk.views.saved', { name }) }),
    onError(error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    },
  })
  const removal = useUndoableMutation(deleteView, {
    invalidates: [listViews],
    optimistic: (cache, { id }) =>
      cache.update(listViews, (page) => ({ ...page, items: page.items.filter((view) => view.id !== id) })),
    done: () => t('sdk.views.deleted'),
  })
  function remove({ id }: SavedView) {
    if (state.defaultId === id) state.setDefault(null)
    state.show(null)
    removal.mutate({ id })
  }
  return { change: mutate, remove }
}
