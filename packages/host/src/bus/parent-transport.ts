/** Payloads through the parent of several workers, which hands each to all the others. */
import type { BusTransport, TransportListener } from './bus.ts'

/** A worker's line to its parent, or the parent's to one of its workers. */
export interface BusLine {
  /** @param sent told when it was handed over, with an error when it was not */
  send(message: unknown, sent: (error: Error | null) => void): void
  /** @returns what ends the listening */
  listen(listener: (message: unknown) => void): () => void
}

/** A payload among the other messages of a line. */
interface BusMessage {
  readonly hostBus: string
}

/** Begins to carry payloads over a line; as long as there is a parent it loses none. */
export function parentTransport(line: BusLine, listener: TransportListener): BusTransport {
  const end = line.listen((message) => {
    if (isBusMessage(message)) listener.onPayload(message.hostBus)
  })
  return Object.freeze<BusTransport>({
    send: async (payloads) => void (await Promise.all(payloads.map((hostBus) => sendOver(line, { hostBus })))),
    close: async () => end(),
  })
}

/** The parent's part: hands what a worker has sent to all the others. */
export class BusRelay {
  readonly #lines = new Map<BusLine, () => void>()

  /** Takes a worker in. */
  add(line: BusLine): void {
    const end = line.listen((message) => {
      if (!isBusMessage(message)) return
      for (const other of this.#lines.keys()) if (other !== line) other.send(message, () => undefined)
    })
    this.#lines.set(line, end)
  }

  /** Lets go of a worker that has ended. */
  remove(line: BusLine): void {
    this.#lines.get(line)?.()
    this.#lines.delete(line)
  }
}

function sendOver(line: BusLine, message: BusMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    line.send(message, (error) => (error === null ? resolve() : reject(error)))
  })
}

function isBusMessage(message: unknown): message is BusMessage {
  return typeof message === 'object' && message !== null && 'hostBus' in message && typeof message.hostBus === 'string'
}
