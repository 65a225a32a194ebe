/**
 * Milliseconds that an answer asks to wait (RFC 9110, section 10.2.3), never negative.
 *
 * @param now milliseconds since 1970, for answers that name a time
 * @returns `undefined` where it doesn't ask, or not in a way that can be read
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const time = Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}
