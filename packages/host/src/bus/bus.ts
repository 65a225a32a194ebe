/** What a subscriber is told. */
export interface BusListener {
  /** A message that some process has published; this one too. */
  onMessage(message: string): void
  /** Messages of others may have been lost: everything may have changed. */
  onGap(): void
}

/**
 * Small messages between the processes that work on one database, such as which row has changed. A message is a hint to
 * look, never the news itself: it may come twice, and whatever was lost on its way is told as a gap. Those of one process
 * are heard in their order.
 */
export interface Bus {
  /** Whether anyone can hear a topic; what no one can hear need not be put together. */
  isHeard(topic: string): boolean
  /**
   * Tells every process, this one at once. Publish after the commit: who hears it looks into the database.
   * @throws TypeError for what is longer than `longestMessage` bytes
   */
  publish(topic: string, message: string): void
  /** @returns what ends the subscription */
  subscribe(topic: string, listener: BusListener): () => void
}

/** The longest message with its topic, in bytes: a notification of PostgreSQL carries 8,000. */
export const longestMessage = 4_000

/** What becomes of the payloads of the other processes. */
export interface TransportListener {
  onPayload(payload: string): void
  /** Payloads of others may have been lost, and from now on they arrive again. */
  onGap(): void
}

/** Carries payloads to the other processes. */
export interface BusTransport {
  /** @returns when they have been handed over, in their order @throws when some may have been lost */
  send(payloads: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Begins to carry. */
export type OpenTransport = (listener: TransportListener) => Promise<BusTransport>
