import { Problem, type FieldProblem, type JsonSchema } from '@host/plugin'
import { settingsMask } from '@host/plugin/platform'
import { requireDestination, type OutboundPolicy } from '@host/plugin/safehttp'

/** The constraints for one text in a channel's JSON Schema. */
interface TextField {
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly readOnly?: boolean
}

type Fields = Readonly<Record<string, string>>

/** Submitted and stored field values. */
export interface GivenFields {
  readonly schema: JsonSchema
  readonly given: Fields
  /** The stored values, which replace masks that were sent back and fields that no form shows. */
  readonly stored?: Fields | undefined
}

/** All fields of a channel. @throws Problem `invalid_input` naming each that does not fit */
export function checkedFields({ schema, given, stored = {} }: GivenFields): Fields {
  const properties = textFields(schema)
  const required = (schema as { readonly required?: readonly string[] }).required ?? []
  const writable = Object.entries(properties).filter(([, field]) => field.readOnly !== true)
  const values = Object.fromEntries(
    writable.map(([name]) => [name, given[name] === settingsMask ? (stored[name] ?? '') : (given[name] ?? '').trim()]),
  )
  const errors = [
    ...Object.keys(given)
      .filter((name) => properties[name] === undefined || properties[name].readOnly === true)
      .map(unknownField),
    ...writable.flatMap(([name, field]) =>
      fieldProblems(name, values[name] ?? '', { field, isRequired: required.includes(name) }),
    ),
  ]
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return { ...stored, ...values }
}

/** Refuses addresses to which no message may be sent. @throws Problem `destination_not_allowed` naming the first */
export async function requireDestinations(
  schema: JsonSchema,
  values: Fields,
  outbound: OutboundPolicy | undefined,
): Promise<void> {
  const addresses = Object.entries(textFields(schema)).filter(([, { format }]) => format === 'uri')
  for (const [name] of addresses) {
    const url = values[name] ?? ''
    if (url !== '') await requireDestination({ url, field: `fields.${name}` }, outbound)
  }
}

/** The texts that a schema describes. */
export function textFields(schema: JsonSchema): Readonly<Record<string, TextField>> {
  return (schema as { readonly properties?: Readonly<Record<string, TextField>> }).properties ?? {}
}

function fieldProblems(
  name: string,
  value: string,
  { field, isRequired }: { readonly field: TextField; readonly isRequired: boolean },
): readonly FieldProblem[] {
  if (value === '') return isRequired ? [at(name, missing)] : []
  const { pattern, format, minLength = 0, maxLength = 2_000 } = field
  const fits =
    value.length >= minLength &&
    value.length <= maxLength &&
    // bounded: at most `maxLength` characters, by a pattern of the channel's plugin.
    (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
    (format !== 'uri' || isWebAddress(value))
  return fits ? [] : [at(name, format === 'uri' ? noAddress : malformed)]
}

/** Where it leads is judged afterwards: see `requireDestinations`. */
function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function at(name: string, message: FieldProblem['message']): FieldProblem {
  return { path: `fields.${name}`, message }
}

function unknownField(name: string): FieldProblem {
  return at(name.slice(0, 64), unknown)
}

const missing = { en: 'This field is required.', zh: '请填写此项。' }
const malformed = { en: 'Invalid format. Copy the value again.', zh: '格式不正确，请重新复制。' }
const noAddress = { en: 'Enter a URL that starts with https://.', zh: '请填写以 https:// 开头的地址。' }
const unknown = { en: 'Unknown field.', zh: '此处不需要该字段。' }
