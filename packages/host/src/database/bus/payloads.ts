/** How messages travel: a payload is JSON, `[sender, [[topic, message], ...]]`, or `[sender, null]` for a gap. */
import { longestMessage } from './bus.ts'

export type TopicMessage = readonly [topic: string, message: string]

/** A parsed payload; `messages` is null where its sender lost some. */
export interface Payload {
  readonly sender: string
  readonly messages: readonly TopicMessage[] | null
}

/** A notification of PostgreSQL carries less than 8,000 bytes. */
const longestPayload = 7_900

/** @throws TypeError for a message that fits into no payload */
export function requireFit(topic: string, message: string): void {
  // Escaped as a part of JSON every character may become six.
  const bytes = Buffer.byteLength(JSON.stringify([topic, message]))
  if (bytes > longestMessage) {
    throw new TypeError(
      `A bus message has ${bytes} bytes, more than the limit of ${longestMessage}; send a key instead.`,
    )
  }
}

/** Puts messages into as few payloads as carry them, in their order. */
export function packPayloads(sender: string, messages: readonly TopicMessage[]): readonly string[] {
  const payloads: string[] = []
  let open: string[] = []
  let bytes = 0
  const close = (): void => {
    if (open.length > 0) payloads.push(`[${JSON.stringify(sender)},[${open.join(',')}]]`)
  }
  const room = longestPayload - Buffer.byteLength(JSON.stringify(sender)) - 5
  for (const message of messages) {
    const text = JSON.stringify(message)
    const more = Buffer.byteLength(text) + 1
    if (bytes + more > room) {
      close()
      open = []
      bytes = 0
    }
    open.push(text)
    bytes += more
  }
  close()
  return payloads
}

/** The payload that reports a gap. */
export function gapPayload(sender: string): string {
  return JSON.stringify([sender, null])
}

/** The content of a payload; undefined for one that no bus has written. */
export function readPayload(text: string): Payload | undefined {
  try {
    const [sender, messages] = JSON.parse(text) as readonly [unknown, unknown]
    if (typeof sender !== 'string') return undefined
    if (messages === null) return { sender, messages }
    return Array.isArray(messages) && messages.every(isMessage) ? { sender, messages } : undefined
  } catch {
    return undefined
  }
}

function isMessage(value: unknown): value is TopicMessage {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
}
