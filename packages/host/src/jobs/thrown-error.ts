/** Text for an error that can't be read. */
export const unreadable = 'It threw a value that can’t be read.'

/** A thrown value as a readable error. A plugin may throw anything, even a value that throws when it is inspected. */
export function thrownError(thrown: unknown): Error {
  try {
    const isWhole = thrown instanceof Error && typeof thrown.message === 'string' && typeof thrown.name === 'string'
    return isWhole ? thrown : new Error(String(thrown))
  } catch {
    return new Error(unreadable)
  }
}
