import type { FieldWording, PluginI18n, SettingsForm } from '@host/plugin'
import type { DeclaredSection } from './declared-section.ts'

type Sentence = FieldWording['label']

/** Heading of a section: `settings.<id>` of the plugin's `i18n`. */
export function sectionTitle({ section, i18n }: Pick<DeclaredSection, 'section' | 'i18n'>): Sentence {
  return sentence(i18n, `settings.${section.id}`) ?? { en: section.title, zh: section.title }
}

/** Labels of its fields, by field name. */
export function fieldWordings({ section, i18n, properties }: DeclaredSection): SettingsForm['fields'] {
  return Object.fromEntries(
    Object.entries(properties).map(([field, property]) => {
      const key = `settings.${section.id}.${field}`
      const spoken = spokenName(field)
      const hint = sentence(i18n, `${key}.hint`)
      const options = choicesOf(property).flatMap((value) => {
        const label = sentence(i18n, `${key}.options.${value}`)
        return label === undefined ? [] : [[value, label] as const]
      })
      return [
        field,
        {
          label: sentence(i18n, key) ?? { en: spoken, zh: spoken },
          ...(hint !== undefined && { hint }),
          ...(options.length > 0 && { options: Object.fromEntries(options) }),
        },
      ]
    }),
  )
}

/** In both languages; where one is missing the other stands for it. */
function sentence({ en = {}, zh = {} }: PluginI18n, key: string): Sentence | undefined {
  const [inEnglish, inChinese] = [en[key], zh[key]]
  const either = inEnglish ?? inChinese
  return either === undefined ? undefined : { en: inEnglish ?? either, zh: inChinese ?? either }
}

function choicesOf(property: Readonly<Record<string, unknown>>): readonly string[] {
  const own: unknown = property['enum']
  if (Array.isArray(own)) return own.filter((value) => typeof value === 'string')
  return [property['items'], ...listOf(property['anyOf'])].flatMap((inner) =>
    typeof inner === 'object' && inner !== null ? choicesOf(inner as Readonly<Record<string, unknown>>) : [],
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** `apiKey` as "Api key". */
function spokenName(field: string): string {
  const words = field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
