import { contentRefusal, toleranceFactor } from './content-refusal.ts'
import { DataLines } from './data-lines.ts'
import type { Dialogue } from './dialogue.ts'
import type { Input } from './input.ts'
import { MessageBytes } from './message-bytes.ts'
import { replies } from './replies.ts'
import type { SmtpReply } from './reply.ts'
import type { Receiver, Step } from './step.ts'
import { envelopeOf, type Transaction } from './transaction.ts'

/** Receives a message by DATA. A broken line ends the connection at once: the bytes after it may be commands or content. */
export class DataReceiver implements Receiver {
  readonly #dialogue: Dialogue
  readonly #transaction: Transaction
  readonly #content: MessageBytes
  readonly #lines = new DataLines()

  constructor(dialogue: Dialogue, transaction: Transaction) {
    this.#dialogue = dialogue
    this.#transaction = transaction
    this.#content = new MessageBytes(dialogue.memory, dialogue.limits.messageBytes)
  }

  read(input: Input): Step | undefined {
    const content = this.#content
    const ended = this.#lines.read(input, (bytes) => content.append(bytes))
    const isHopeless = content.length > this.#dialogue.limits.messageBytes * toleranceFactor
    if (isHopeless) return this.#cut(replies.tooLarge)
    if (ended === 'broken') return this.#cut(replies.broken)
    return ended === undefined ? undefined : this.#end()
  }

  release(): void {
    this.#content.release()
  }

  #cut(reply: SmtpReply): Step {
    this.release()
    return { kind: 'end', reply }
  }

  #end(): Step {
    this.#dialogue.transaction = undefined
    const reply = contentRefusal(this.#content)
    if (reply !== undefined) return { kind: 'reply', reply }
    const envelope = envelopeOf(this.#transaction)
    const pieces = this.#content.take()
    return { kind: 'ask', question: { kind: 'message', envelope, pieces, release: () => this.release() } }
  }
}
