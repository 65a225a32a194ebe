/** Limits of an index's keys and values, in characters. */
const longestKey = 1_024
const longestValue = 64 * 1024
const latin1 = /^[\u0000-\u00ff]*$/

/** @throws TypeError for a key that an index can't hold */
export function requireIndexKey(key: string): void {
  if (isIndexKey(key)) return
  throw new TypeError(`A key of a memory index must be at most ${longestKey} Latin-1 characters.`)
}

/** Whether a value is too long for an index, so that only the database has it. */
export function isLongValue(value: string): boolean {
  return value.length > longestValue
}

/** @throws TypeError for a value whose characters an index can't hold */
export function requireIndexValue(value: string): void {
  if (latin1.test(value)) return
  throw new TypeError('A value of a memory index must have Latin-1 characters only.')
}

/** Whether an index can hold a row. */
export function canHold(key: string, value: string): boolean {
  return isIndexKey(key) && !isLongValue(value) && latin1.test(value)
}

function isIndexKey(key: string): boolean {
  return key.length <= longestKey && latin1.test(key)
}
