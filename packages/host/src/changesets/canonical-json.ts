/** Canonical JSON: keys of objects in order, no spaces, and equal for equal values. */

/** @throws TypeError for a value that JSON does not have */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') return canonicalObject(value)
  throw new TypeError(`A ${typeof value} is not JSON.`)
}

function canonicalObject(value: object): string {
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) {
    throw new TypeError('Only plain objects are JSON.')
  }
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

/** Whether two values are the same JSON. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other)
}
