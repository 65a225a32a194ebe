import type { Field } from './field.ts'
import { ordersOf, shortFields } from './ordered-fields.ts'
import { targetOf } from './resource-model.ts'
import { labelsOf } from './resource-texts.ts'
import type { AnyResource } from './resource.ts'

type Checked = Pick<AnyResource, 'plugin' | 'name' | 'one' | 'label' | 'fields' | 'title' | 'sort'>

const reserved: ReadonlySet<string> = new Set([
  'id',
  'orgId',
  'createdAt',
  'updatedAt',
  'limit',
  'cursor',
  'sort',
  'total',
  'q',
  'line',
])

/** Characters of all texts of a record that its events carry, so that the data of an event stays in its limit. */
const longestRecord = 10_000

/** @throws TypeError that names the resource, the part and the fix */
export function checkResource(source: Checked): void {
  const problem = problemOf(source)
  if (problem !== undefined) throw new TypeError(`Resource "${source.plugin}/${source.name}": ${problem}.`)
}

function problemOf(source: Checked): string | undefined {
  const { name, one, fields, title, sort } = source
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name)) return 'write the name in lower case with hyphens'
  if (!/^[a-z]{1,20}$/.test(one)) return `"one" is 1 to 20 lower-case letters, not "${one}"`
  const kind = fields[title]?.kind
  if (kind !== 'text' && kind !== 'email') return `the title "${title}" is not a text or email field`
  if (fields[title]?.presence !== 'required') return `the title "${title}" must be required`
  if (!ordersOf(fields).includes(sort.replace(/^-/, ''))) return `the list can't be sorted by "${sort}"`
  return fieldProblems(source) ?? textProblem(source) ?? lengthProblem(source)
}

function fieldProblems({ fields }: Checked): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    if (!/^[a-z][a-zA-Z\d]*$/.test(name)) return `write the field "${name}" in camelCase`
    if (reserved.has(name)) return `"${name}" can't be the name of a field`
    const problem = fieldProblem(field, fields)
    if (problem !== undefined) return `the field "${name}" ${problem}`
  }
  return undefined
}

function fieldProblem(field: Field, fields: AnyResource['fields']): string | undefined {
  const { kind, max = 0, choices = {}, currency } = field
  if (kind === 'text' && (max < 1 || max > 2_000)) return 'is longer than 2,000 characters; use longText'
  if ((kind === 'longText' || kind === 'sealed') && (max < 1 || max > 20_000)) return 'is longer than 20,000 characters'
  if (kind === 'choice' && Object.keys(choices).length === 0) return 'has no choices'
  if (kind === 'choice' && field.default !== undefined && !Object.hasOwn(choices, String(field.default))) {
    return `has no choice "${String(field.default)}", which is its default`
  }
  if (kind === 'reference' && field.onDelete === 'null' && field.presence !== 'optional') {
    return 'must be optional, since it is emptied when its record is deleted'
  }
  if (kind === 'reference' && typeof field.target !== 'function' && field.target !== 'self' && !targetOf(field)) {
    return 'has no target'
  }
  return kind === 'money' ? currencyProblem(currency, fields) : undefined
}

function currencyProblem(currency: Field['currency'], fields: AnyResource['fields']): string | undefined {
  if (typeof currency === 'string') return /^[A-Z]{3}$/.test(currency) ? undefined : `has no currency "${currency}"`
  const codes = Object.keys(fields[currency?.from ?? '']?.choices ?? {})
  const isCurrency = codes.length > 0 && codes.every((code) => /^[A-Z]{3}$/.test(code))
  return isCurrency ? undefined : 'needs a choice field with the codes of currencies'
}

function textProblem(source: Checked): string | undefined {
  for (const [key, label] of labelsOf(source)) {
    const missing = (['en', 'zh'] as const).find((language) => (label?.[language] ?? '').trim() === '')
    if (missing !== undefined) return `the text "${key}" is missing in ${missing === 'en' ? 'English' : 'Chinese'}`
  }
  return undefined
}

function lengthProblem({ fields }: Checked): string | undefined {
  const lengths = Object.values(shortFields(fields)).map(({ kind, max = 0 }) =>
    kind === 'text' || kind === 'email' ? max : 0,
  )
  const sum = lengths.reduce((total, length) => total + length, 0)
  return sum > longestRecord
    ? `its texts have ${sum} characters, and an event has room for ${longestRecord}`
    : undefined
}
