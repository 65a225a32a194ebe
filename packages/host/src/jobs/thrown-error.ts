/** Says of what a handler threw that nothing is known of it. */
export const unreadable = 'It threw something that can’t be read.'

/** What a handler threw as an error that can be read. A plugin may throw anything, also what throws when it is looked at. */
export function thrownError(thrown: unknown): Error {
  try {
    const isWhole = thrown instanceof Error && typeof thrown.message === 'string' && typeof thrown.name === 'string'
    return isWhole ? thrown : new Error(String(thrown))
  } catch {
    return new Error(unreadable)
  }
}
