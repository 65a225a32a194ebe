import type { FieldKind, FieldMap } from './field.ts'

const orderedKinds: ReadonlySet<FieldKind> = new Set(['text', 'email', 'number', 'money', 'toggle', 'choice', 'date'])

/** Names of the orders of a list. */
export function ordersOf(fields: FieldMap): readonly string[] {
  const own = Object.entries(fields).flatMap(([name, { kind }]) => (orderedKinds.has(kind) ? [name] : []))
  return [...own, 'createdAt', 'updatedAt']
}

/** The fields of lists and events, which have no long texts. */
export function shortFields(fields: FieldMap): FieldMap {
  return Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => kind !== 'longText'))
}
