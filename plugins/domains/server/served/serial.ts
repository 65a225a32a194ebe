/** Serials of zones (RFC 1982): numbers of 32 bits, of which half count as newer than a given one. */

const size = 2 ** 32

/** Whether a serial is newer than another one (RFC 1982 §3.2). */
export function isNewerSerial(one: number, other: number): boolean {
  return ((one - other) | 0) > 0
}

/**
 * The serial after a change: the seconds since 1970, so that a zone that comes out of a backup never has one that its
 * secondaries have seen, or the next number where those are not newer.
 * @param now milliseconds since 1970
 */
export function nextSerial(present: number, now: number): number {
  const moment = secondsOf(now)
  if (isNewerSerial(moment, present)) return moment
  // Some secondaries take 0 for no serial.
  return (present + 1) % size || 1
}

/** The serial of a new zone. @param now milliseconds since 1970 */
export function firstSerial(now: number): number {
  return secondsOf(now)
}

/** Seconds: many changes at once put a serial ahead of the time. */
const mostAhead = 7 * 24 * 3_600

/** The serial of a row after a restore: a week after the restore, where that is newer. @param restoredAt ISO 8601 */
export function serialAfterRestore(serial: number, restoredAt: string | undefined): number {
  if (restoredAt === undefined) return serial
  const moment = secondsOf(Date.parse(restoredAt) + mostAhead * 1000)
  return isNewerSerial(moment, serial) ? moment : serial
}

function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) % size || 1
}
