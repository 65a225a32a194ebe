import type { ProviderField } from './AccountField.tsx'

/** Texts by the name of a field. */
export type Settings = Readonly<Record<string, string>>

/** The settings to send: those that differ from the stored ones; a secret only when it is typed. */
export function changedSettings(fields: readonly ProviderField[], typed: Settings, stored: Settings): Settings {
  const changed = fields.flatMap(({ name, isSecret }): [string, string][] => {
    const value = typed[name] ?? ''
    const isChanged = isSecret ? value !== '' : value !== (stored[name] ?? '')
    return isChanged ? [[name, value]] : []
  })
  return Object.fromEntries(changed)
}
