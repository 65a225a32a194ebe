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
  /** How long a proof of identity is valid. */
  proof: 15 * minute,
})

/** Whether a session is over; all times are milliseconds since the same moment. */
export function isOver(session: { readonly createdAt: number; readonly lastSeenAt: number }, now: number): boolean {
  return now >= session.createdAt + sessionLife.absolute || now >= session.lastSeenAt + sessionLife.sliding
}

/**
 * Until when a proof counts, in milliseconds since 1970; undefined when a new one is due. One that lies ahead was given
 * before the clock was set back, so it counts for nothing.
 */
export function provedUntil(provedAt: number | undefined, now: number): number | undefined {
  if (provedAt === undefined || provedAt > now) return undefined
  const until = provedAt + sessionLife.proof
  return now < until ? until : undefined
}
