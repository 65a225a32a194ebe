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
    // Connections keep a process running, and their deadlines don't.
    const timer = setTimeout(action, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
