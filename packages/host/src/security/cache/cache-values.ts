/** Limits of a cache's keys and values. */
const longestKey = 300
const longestTtl = 24 * 60 * 60_000
const largestValue = 64 * 1024

/** @throws TypeError for an invalid key */
export function requireCacheKey(key: string): void {
  if (typeof key === 'string' && key !== '' && key.length <= longestKey) return
  throw new TypeError(`A cache key must be 1 to ${longestKey} characters.`)
}

/** @throws TypeError for an invalid lifetime */
export function requireTtl(ttl: number): void {
  if (Number.isFinite(ttl) && ttl > 0 && ttl <= longestTtl) return
  throw new TypeError('The lifetime of a cached value must be 1 ms to 24 hours, in milliseconds.')
}

/** A value as JSON. @throws TypeError for a value that can't be JSON, or is too large */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError('A cached value must be JSON, not undefined, a function, or a symbol.')
  if (Buffer.byteLength(text) > largestValue) {
    throw new TypeError(
      `A cached value can have at most ${largestValue / 1024} kB of JSON; store larger values as blobs.`,
    )
  }
  return text
}
