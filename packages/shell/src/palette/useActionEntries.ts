import { listActions } from '@host/platform-api/frame'
import { useNavigate, useQuery, useSession, useTranslation } from '@host/plugin-sdk'
import { usePages, type AnnouncedMenu } from '@host/plugin-sdk/shell'
import { findEntry } from '../frame/find-entry.ts'
import { usePluginActions } from '../keys/usePluginActions.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { useEndpointAction } from './useEndpointAction.ts'

/**
 * Plugin actions: those announced by the server, and those declared by the pages of this build. Those that create a record
 * are in the order of the sidebar.
 */
export function useActionEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const callEndpoint = useEndpointAction()
  const declared = usePluginActions()
  const inOrder = useSidebarOrder()
  const { data: announced = [] } = useQuery(listActions, undefined, { errors: 'page', enabled: workspace !== null })
  const own = declared.map(({ plugin, action }) => {
    const key = `${plugin}.action.${action.id}`
    const text = t(key)
    return { ...action, label: text === key ? action.label : text, keys: action.shortcut }
  })
  const pages = announced.flatMap(({ path, ...action }) =>
    path === undefined || own.some((one) => one.id === action.id && one.path === path)
      ? []
      : [{ ...action, path, keys: undefined }],
  )
  const calls = announced.flatMap(({ call, ...action }): PaletteEntry[] =>
    call === undefined ? [] : [{ ...shown(action, call), run: () => void callEndpoint({ label: action.label, call }) }],
  )
  const opening = [...own, ...pages].map((action) => ({
    ...shown(action, action.path),
    keys: action.keys,
    href: `/admin${action.path}`,
    run: () => navigate(`~/admin${action.path}`),
  }))
  const creating = opening.filter(({ section }) => section === 'create')
  return [...inOrder(creating), ...opening.filter(({ section }) => section === 'actions'), ...calls]
}

/** Sorts entries by the places of their pages in the sidebar and the settings. */
function useSidebarOrder() {
  const { workspace } = useSession()
  const { pages } = usePages('tenant', { enabled: workspace !== null })
  const menus = pages?.entries.map(({ menu }) => menu).toSorted(settingsLast) ?? []
  const placeOf = ({ href = '' }: { readonly href?: string }): number => {
    const menu = findEntry(menus, href.slice('/admin'.length).split('?')[0] ?? '')
    return menu === undefined ? menus.length : menus.indexOf(menu)
  }
  return <Entry extends { readonly href?: string }>(entries: readonly Entry[]): readonly Entry[] =>
    entries.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function settingsLast(a: AnnouncedMenu, b: AnnouncedMenu): number {
  return Number(a.settings !== undefined) - Number(b.settings !== undefined)
}

interface ShownAction {
  readonly id: string
  readonly label: string
  readonly icon?: string
  readonly creates?: boolean
}

function shown({ id, label, icon = 'zap', creates = false }: ShownAction, leadsTo: string) {
  const section = creates ? 'create' : 'actions'
  return { id: `action ${id} ${leadsTo}`, section, label, icon } as const
}
