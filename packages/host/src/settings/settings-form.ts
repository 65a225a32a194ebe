import type { JsonSchema, SettingsForm } from '@host/plugin'
import { settingsMask } from '@host/plugin/platform'
import type { DeclaredSection } from './declared-section.ts'
import type { Fields } from './settings-store.ts'
import { fieldWordings, sectionTitle } from './settings-wording.ts'

/** A section as its page gets it: nothing of a secret but whether it is set. */
export function settingsForm(declared: DeclaredSection, values: Fields): SettingsForm {
  const { plugin, section, secrets } = declared
  const shown = declared.fields.flatMap((field) => {
    const value = values[field]
    if (secrets.has(field)) return [[field, isSet(value) ? settingsMask : '']]
    return value === undefined ? [] : [[field, value]]
  })
  return Object.freeze<SettingsForm>({
    plugin,
    id: section.id,
    title: sectionTitle(declared),
    schema: withMarkedSecrets(declared),
    fields: fieldWordings(declared),
    secrets: [...secrets],
    values: Object.fromEntries(shown) as Fields,
  })
}

function isSet(secret: unknown): boolean {
  return typeof secret === 'string' && secret !== ''
}

/** A secret is written and never read. */
function withMarkedSecrets({ jsonSchema, properties, secrets }: DeclaredSection): JsonSchema {
  const marked = Object.entries(properties).map(([field, property]) => [
    field,
    secrets.has(field) ? { ...property, writeOnly: true } : property,
  ])
  return { ...jsonSchema, properties: Object.fromEntries(marked) as JsonSchema }
}
