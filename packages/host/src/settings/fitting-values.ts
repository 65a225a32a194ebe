import type { Issue } from '../request/field-errors.ts'
import type { DeclaredSection } from './declared-section.ts'
import type { Fields } from './settings-store.ts'

/**
 * Stored values as the section's schema reads them. A value stored by another version of the plugin that is no longer
 * valid gets its default, field by field; if the fields are invalid together, all of them do.
 * @throws Error when the schema refuses even an empty object, which preflight has ruled out
 */
export async function fittingValues(declared: DeclaredSection, stored: Fields): Promise<Fields> {
  let tried = only(stored, (field) => declared.fields.includes(field))
  for (;;) {
    const result = await declared.validate(tried)
    if ('value' in result) return result.value
    const names = Object.keys(tried)
    if (names.length === 0) {
      throw new Error(`The settings "${declared.section.id}" of "${declared.plugin}" have no defaults.`)
    }
    const wrong = new Set(result.issues.map(fieldOf))
    const isNamed = names.some((field) => wrong.has(field))
    tried = only(tried, (field) => isNamed && !wrong.has(field))
  }
}

function only(values: Fields, isKept: (field: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(values).filter(([field]) => isKept(field)))
}

function fieldOf({ path = [] }: Issue): string | undefined {
  const [first] = path
  if (first === undefined) return undefined
  return String(typeof first === 'object' ? first.key : first)
}
