import type { JsonSchema, SettingsSection } from '@host/plugin'

/** The fields of a section, by name. */
export function fieldsOf(section: SettingsSection): Readonly<Record<string, JsonSchema>> {
  return objectOf(section.jsonSchema()['properties']) as Readonly<Record<string, JsonSchema>>
}

/** Why no form could show a field, as the end of a sentence; undefined for one that can be shown. */
export function formFault(property: JsonSchema): string | undefined {
  const schema = withoutNull(property)
  if (isSimple(schema)) return undefined
  const items = objectOf(schema['items'])
  if (schema['type'] === 'array' && items['type'] === 'string') return undefined
  return 'that no form can show; use a string, a number, a boolean, a choice of strings, or a list of strings.'
}

const simple: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])

function isSimple({ type, enum: choices }: JsonSchema): boolean {
  if (Array.isArray(choices)) return choices.every((choice) => typeof choice === 'string')
  return simple.has(type)
}

/** A nullable property is a choice between itself and null, or has two types. */
function withoutNull(property: JsonSchema): JsonSchema {
  const { type, anyOf } = property
  if (Array.isArray(type)) return { ...property, type: type.find((each) => each !== 'null') }
  if (!Array.isArray(anyOf)) return property
  const [only, ...others] = anyOf.map(objectOf).filter((branch) => branch['type'] !== 'null')
  return only === undefined || others.length > 0 ? {} : only
}

function objectOf(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}
