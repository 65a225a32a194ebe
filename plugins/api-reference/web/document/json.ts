/** A piece of a document, of which nothing is known before it is looked at. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is an object; an empty one otherwise. Inherited properties are ignored. */
export function objectAt(value: unknown, name: string): JsonObject {
  const member = memberOf(value, name)
  return isObject(member) ? member : {}
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name)
  return Array.isArray(member) ? member : []
}

export function textAt(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
