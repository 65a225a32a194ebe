import { useNavigate, useQuery, useSession, useTranslation } from '@host/plugin-sdk'
import { listActions } from '../endpoints.ts'
import { usePluginActions } from '../keys/usePluginActions.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** What plugins offer to do, of both halves: announced by the server, and declared by the pages of this build. */
export function useActionEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const declared = usePluginActions()
  const { data: announced = [] } = useQuery(listActions, undefined, { errors: 'page', enabled: workspace !== null })
  const own = declared.map(({ plugin, action }) => {
    const key = `${plugin}.action.${action.id}`
    const text = t(key)
    return { ...action, label: text === key ? action.label : text, keys: action.shortcut }
  })
  const others = announced.filter(({ id, path }) => !own.some((one) => one.id === id && one.path === path))
  return [...own, ...others.map((action) => ({ ...action, keys: undefined }))].map((action) => ({
    id: `action ${action.id} ${action.path}`,
    section: 'actions',
    label: action.label,
    icon: action.icon ?? 'zap',
    keys: action.keys,
    href: `/admin${action.path}`,
    run: () => navigate(`~/admin${action.path}`),
  }))
}
