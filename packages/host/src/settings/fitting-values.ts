import type { Issue } from '../middleware/field-errors.ts'
import type { DeclaredSection } from './declared-section.ts'
import type { Fields } from './settings-store.ts'

/**
 * What a section's schema makes of what was stored. What was stored by another version of the plugin and fits no more
 * has its default again, field by field; where the fields do not fit each other all of them have.
 * @throws Error when the schema refuses even to be empty, which preflight has ruled out
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
