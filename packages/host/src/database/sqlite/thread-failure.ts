/** The parts of an error that can be sent between threads. */
export interface ThreadFailure {
  readonly message: string
  readonly errcode?: number
}

/** An error as it crosses between threads; `receivedError` reads it. Here is only what a thread has to load. */
export function failureOf(error: unknown): ThreadFailure {
  const { message, errcode } = error as { message?: unknown; errcode?: unknown }
  return { message: String(message), ...(typeof errcode === 'number' && { errcode }) }
}
