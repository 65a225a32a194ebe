import type { ControlKind, FieldDescription, Language, SelectOption } from '@host/plugin-sdk'
import type { SectionForm } from '../../shared.ts'
import { timeZones } from '../time-zones.ts'

/** The words of the page itself. */
export interface SectionTexts {
  /** The button of an empty list. */
  readonly addEntry: string
}

type Property = Readonly<Record<string, unknown>>
type Choices = readonly SelectOption<string>[]

/** Choices that are few enough to stand side by side. */
const mostRadios = 3

/** The fields of a section as a form shows them. */
export function sectionFields(
  section: SectionForm,
  language: Language,
  texts: SectionTexts,
): Readonly<Record<string, FieldDescription>> {
  return Object.fromEntries(
    Object.entries(propertiesOf(section)).map(([name, property]) => {
      const wording = section.fields[name]
      const { schema, isNullable } = withoutNull(property)
      const options = choicesOf(schema).map((value) => ({
        value,
        label: wording?.options?.[value]?.[language] ?? value,
      }))
      const hint = wording?.hint?.[language]
      return [
        name,
        {
          label: wording?.label[language] ?? name,
          ...(hint !== undefined && { hint }),
          required: needsValue(schema, isNullable),
          ...(section.secrets.includes(name) ? secret : controlOf(schema, { options, isNullable, texts })),
        },
      ]
    }),
  )
}

const secret = { control: 'secret', removable: true } as const

interface Known {
  readonly options: Choices
  readonly isNullable: boolean
  readonly texts: SectionTexts
}

/** Facts that the schema alone doesn't contain: choice labels, time zones, and list limits. */
function controlOf(schema: Property, { options, isNullable, texts }: Known): Partial<FieldDescription> {
  if (schema['type'] === 'boolean') return { control: 'toggle' }
  if (schema['type'] === 'array') {
    return options.length > 0 ? { options } : { onCreate: (text) => text, placeholder: texts.addEntry }
  }
  if (schema['format'] === 'time-zone') return { control: 'combobox', options: timeZones() }
  if (options.length === 0) return {}
  const mayBeEmpty = isNullable || !('default' in schema)
  const control: ControlKind = mayBeEmpty ? 'combobox' : options.length <= mostRadios ? 'radio' : 'select'
  return { control, options }
}

/**
 * A field with a default that accepts no empty value can't stay empty; a text may be empty unless it has a minimum
 * length.
 */
function needsValue(schema: Property, isNullable: boolean): boolean {
  if (isNullable || !('default' in schema)) return false
  const { type, enum: choices, minLength } = schema
  if (type === 'boolean' || type === 'array') return false
  return type !== 'string' || choices !== undefined || Number(minLength ?? 0) > 0
}

/** The properties of a section's schema, by name. */
export function propertiesOf({ schema }: SectionForm): Readonly<Record<string, Property>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, Property>>
}

/** A property that may be null stands as a choice between itself and null; its default stands beside. */
export function withoutNull(property: Property): { readonly schema: Property; readonly isNullable: boolean } {
  const branches = property['anyOf']
  if (!Array.isArray(branches)) return { schema: property, isNullable: false }
  const inner = branches.find((branch: Property) => branch['type'] !== 'null') as Property | undefined
  return { schema: { ...property, ...inner }, isNullable: true }
}

function choicesOf(schema: Property): readonly string[] {
  const own = schema['enum'] ?? (schema['items'] as Property | undefined)?.['enum']
  return Array.isArray(own) ? own.filter((value) => typeof value === 'string') : []
}
