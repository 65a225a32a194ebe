/** Time for the server; tests have their own. */
export interface SmtpClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls once, unless the returned function was called before. */
  after(milliseconds: number, action: () => void): () => void
}

export const systemClock: SmtpClock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds)
    return () => clearTimeout(timer)
  },
}
