import { isObject } from '../../support/json.ts'

/** A JSON value as text that doesn't depend on the order of properties. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
  return `{${members.join(',')}}`
}

const longest = 80

/** A value for a line of text: JSON, cut after 80 characters. */
export function shortJson(value: unknown): string {
  const text = canonicalJson(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
