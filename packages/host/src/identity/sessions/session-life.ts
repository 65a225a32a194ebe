const minute = 60_000
const day = 24 * 60 * minute

/** How long a session lives, in milliseconds. */
export const sessionLife = Object.freeze({
  /** Without a request. */
  sliding: 7 * day,
  /** At most, however busy. */
  absolute: 30 * day,
  /** How far the stored time of the last request may lag behind. */
  lastSeenLag: minute,
})

/** Whether a session is over; the times are milliseconds since 1970. */
export function isOver(session: { readonly createdAt: number; readonly lastSeenAt: number }, now: number): boolean {
  return now >= session.createdAt + sessionLife.absolute || now >= session.lastSeenAt + sessionLife.sliding
}
