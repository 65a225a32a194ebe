import { AcmeError } from '../acme-error.ts'
import { acmeLimits } from '../acme-limits.ts'

/** Members of an answer, as they were sent. */
export type AnswerFields = Readonly<Record<string, unknown>>

/** @throws {AcmeError} `bad_answer` */
export function readFields(body: Uint8Array): AnswerFields {
  try {
    return asFields(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    throw badAnswer('its body is not JSON')
  }
}

/** @throws {AcmeError} `bad_answer` for other values than objects */
export function asFields(value: unknown): AnswerFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badAnswer('a member is not an object')
  return value as AnswerFields
}

/** @throws {AcmeError} `bad_answer` */
export function requireText(fields: AnswerFields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw badAnswer(`"${name}" is missing`)
  return value
}

export function optionalText(fields: AnswerFields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

/** An address over TLS, and nothing else: requests to it are signed. @throws {AcmeError} `bad_answer` */
export function requireUrl(fields: AnswerFields, name: string): string {
  return checkedUrl(requireText(fields, name), name)
}

export function optionalUrl(fields: AnswerFields, name: string): string | undefined {
  return fields[name] === undefined ? undefined : requireUrl(fields, name)
}

/** @throws {AcmeError} `bad_answer` */
export function checkedUrl(text: string, name: string): string {
  const url = text.length > acmeLimits.url ? null : URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.username !== '') throw badAnswer(`"${name}" is not an https URL`)
  return text
}

/** @throws {AcmeError} `bad_answer` for other values than a list, and for a longer one */
export function requireList(fields: AnswerFields, name: string): readonly unknown[] {
  const value = fields[name]
  if (!Array.isArray(value) || value.length > acmeLimits.names) throw badAnswer(`"${name}" is not a list`)
  return value
}

/** @throws {AcmeError} `bad_answer` for a value that is not of the list */
export function requireOneOf<Value extends string>(
  fields: AnswerFields,
  name: string,
  values: readonly Value[],
): Value {
  const value = requireText(fields, name)
  const found = values.find((each) => each === value)
  if (found === undefined) throw badAnswer(`"${name}" has an unknown value`)
  return found
}

export function badAnswer(reason: string): AcmeError {
  return new AcmeError('bad_answer', `The authority's answer can't be read: ${reason}.`)
}
