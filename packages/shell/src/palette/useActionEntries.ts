import { useNavigate, useQuery, useSession, useTranslation } from '@host/plugin-sdk'
import { listActions } from '../endpoints.ts'
import { usePluginActions } from '../keys/usePluginActions.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { useEndpointAction } from './useEndpointAction.ts'

/** Plugin actions: those announced by the server, and those declared by the pages of this build. */
export function useActionEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const callEndpoint = useEndpointAction()
  const declared = usePluginActions()
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
  return [...opening, ...calls]
}

function shown({ id, label, icon = 'zap' }: { id: string; label: string; icon?: string }, leadsTo: string) {
  return { id: `action ${id} ${leadsTo}`, section: 'actions', label, icon } as const
}
