/** Callbacks of a subscriber. */
export interface BusListener {
  /** A message that some process has published; this one too. */
  onMessage(message: string): void
  /** Messages of others may have been lost: everything may have changed. */
  onGap(): void
}

/**
 * Small messages between the processes of one database, such as which row has changed. A message is a hint to check the
 * database, never the data itself: it may come twice, and lost messages are reported as a gap. Those of one process
 * arrive in order.
 */
export interface Bus {
  /** Whether a topic has subscribers; a message without any need not be built. */
  isHeard(topic: string): boolean
  /**
   * Publishes to every process, this one at once. Publish after the commit: subscribers read the database.
   * @throws TypeError for a message longer than `longestMessage` bytes
   */
  publish(topic: string, message: string): void
  /** @returns a function that ends the subscription */
  subscribe(topic: string, listener: BusListener): () => void
}

/** The longest message with its topic, in bytes: a notification of PostgreSQL carries 8,000. */
export const longestMessage = 4_000

/** Handles the payloads of other processes. */
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
