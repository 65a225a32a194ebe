import { useNavigate, useShortcut, useTranslation } from '@host/plugin-sdk'
import { parseKeys } from '@host/plugin-sdk/shell'
import { createButtonId } from '../dashboard/create-button-id.ts'
import { usePluginActions, type PluginAction } from './usePluginActions.ts'

/**
 * Lets the keys that plugins give their actions run them, and `c` open the Create menu. Stands before the page, whose own
 * keys take precedence.
 */
export function ActionKeys() {
  const { t } = useTranslation()
  const open = () => document.getElementById(createButtonId)?.click()
  useShortcut('c', open, { label: t('shell.create'), group: 'general' })
  return usePluginActions().map(({ plugin, action }) =>
    action.shortcut === undefined || !canBePressed(action.shortcut) ? null : (
      <ActionKey key={`${plugin} ${action.id}`} plugin={plugin} action={action} keys={action.shortcut} />
    ),
  )
}

function ActionKey({ plugin, action, keys }: PluginAction & { readonly keys: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const key = `${plugin}.action.${action.id}`
  const text = t(key)
  const label = text === key ? action.label : text
  useShortcut(keys, () => navigate(`~/admin${action.path}`), { label, group: 'general' })
  return null
}

/** A plugin's mistake takes away its keys and not the shell. */
function canBePressed(keys: string): boolean {
  try {
    return parseKeys(keys).length > 0
  } catch {
    return false
  }
}
