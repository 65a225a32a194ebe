/** Bounds of a TTL, in seconds. */
export interface TtlBounds {
  readonly min: number
  readonly max: number
}

const presets: readonly number[] = [60, 300, 900, 3_600, 14_400, 86_400]
const usual = 300

/** The TTLs to choose from, with those that are in use, in ascending order. */
export function ttlOptions({ min, max }: TtlBounds, used: readonly number[]): readonly number[] {
  const all = new Set([...presets.filter((ttl) => ttl >= min && ttl <= max), ...used])
  return [...all].toSorted((one, other) => one - other)
}

/** The TTL that a new record set begins with. */
export function usualTtl({ min, max }: TtlBounds): number {
  return Math.min(Math.max(usual, min), max)
}
