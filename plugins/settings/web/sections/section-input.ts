import type { SectionForm } from '../../shared.ts'
import { propertiesOf, withoutNull } from './section-fields.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The input of a save request from form values. A form omits an untouched empty text, which would reset it to its
 * default, and sends a cleared text as an empty one, which is invalid where the schema requires a format: there it is
 * omitted.
 */
export function sectionInput(section: SectionForm, written: Values): Values {
  const kept = Object.entries(section.values).filter(([, value]) => value === '')
  const sent = Object.entries({ ...Object.fromEntries(kept), ...written })
  return Object.fromEntries(sent.filter(([name, value]) => value !== '' || takesEmpty(section, name)))
}

function takesEmpty(section: SectionForm, name: string): boolean {
  if (section.secrets.includes(name)) return true
  const { schema } = withoutNull(propertiesOf(section)[name] ?? {})
  const { format, minLength, pattern } = schema
  return 'default' in schema || (format === undefined && pattern === undefined && Number(minLength ?? 0) === 0)
}
