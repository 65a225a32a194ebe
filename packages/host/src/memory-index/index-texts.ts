/** Limits of an index's keys and values, in characters. */
const longestKey = 1_024
const longestValue = 64 * 1024
const latin1 = /^[\u0000-\u00ff]*$/

/** @throws TypeError for a key that an index can't hold */
export function requireIndexKey(key: string): void {
  if (key.length <= longestKey && latin1.test(key)) return
  throw new TypeError(`A key of a memory index must be at most ${longestKey} Latin-1 characters.`)
}

/** @throws TypeError for a value that an index can't hold */
export function requireIndexValue(value: string): void {
  if (value.length <= longestValue && latin1.test(value)) return
  throw new TypeError(`A value of a memory index must be at most ${longestValue} Latin-1 characters.`)
}
