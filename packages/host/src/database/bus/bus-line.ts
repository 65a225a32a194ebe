/** A worker's line to its parent, or the parent's to one of its workers. */
export interface BusLine {
  /** @param sent called when it was handed over, with an error when it was not */
  send(message: unknown, sent: (error: Error | null) => void): void
  /** @returns a function that stops the listening */
  listen(listener: (message: unknown) => void): () => void
}

/** A payload among the other messages of a line. */
export interface BusMessage {
  readonly hostBus: string
}

export function isBusMessage(message: unknown): message is BusMessage {
  return typeof message === 'object' && message !== null && 'hostBus' in message && typeof message.hostBus === 'string'
}
