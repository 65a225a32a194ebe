/** Payloads through the parent of several workers, which hands each to all the others. */
import type { BusTransport, TransportListener } from './bus.ts'
import { isBusMessage, type BusLine, type BusMessage } from './bus-line.ts'

/** Begins to carry payloads over a line; as long as there is a parent none is lost without a gap. */
export function parentTransport(line: BusLine, listener: TransportListener): BusTransport {
  const end = line.listen((message) => {
    if (isBusMessage(message)) listener.onPayload(message.hostBus)
  })
  return Object.freeze<BusTransport>({
    send: async (payloads) => void (await Promise.all(payloads.map((hostBus) => sendOver(line, { hostBus })))),
    close: async () => end(),
  })
}

function sendOver(line: BusLine, message: BusMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    line.send(message, (error) => (error === null ? resolve() : reject(error)))
  })
}
