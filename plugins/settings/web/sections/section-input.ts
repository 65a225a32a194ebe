import type { SectionForm } from '../../shared.ts'
import { propertiesOf, withoutNull } from './section-fields.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What is sent of what a form holds. A form leaves an untouched empty text out, which would give it its default again;
 * and it writes a text that was taken away as an empty one, which is no value where the schema asks for a form of text:
 * there nothing is sent.
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
