import { ChunkLines } from './chunk-lines.ts'
import { contentRefusal } from './content-refusal.ts'
import type { Dialogue } from './dialogue.ts'
import type { Input } from './input.ts'
import { MessageBytes } from './message-bytes.ts'
import { replies } from './replies.ts'
import type { SmtpReply } from './reply.ts'
import type { Receiver, Step } from './step.ts'
import { envelopeOf, type Transaction } from './transaction.ts'

export interface Chunk {
  readonly size: number
  readonly isLast: boolean
}

/** Receives one chunk of BDAT (RFC 3030). */
export class ChunkReceiver implements Receiver {
  readonly #dialogue: Dialogue
  readonly #transaction: Transaction
  readonly #chunk: Chunk
  readonly #content: MessageBytes
  readonly #lines: ChunkLines
  #left: number

  constructor(dialogue: Dialogue, transaction: Transaction, chunk: Chunk) {
    this.#dialogue = dialogue
    this.#transaction = transaction
    this.#chunk = chunk
    const { content, lines } = transaction.chunks ?? startChunks(dialogue, transaction)
    this.#content = content
    this.#lines = lines
    this.#left = chunk.size
  }

  read(input: Input): Step | undefined {
    const bytes = input.take(this.#left)
    this.#left -= bytes.length
    this.#lines.check(bytes)
    this.#content.append(bytes)
    return this.#left === 0 ? this.#end() : undefined
  }

  release(): void {
    this.#content.release()
  }

  #end(): Step {
    const { size, isLast } = this.#chunk
    const reply = this.#refusal()
    if (reply === undefined && !isLast) return { kind: 'reply', reply: { ...replies.ok, text: `${size} bytes` } }
    this.#dialogue.transaction = undefined
    if (reply !== undefined) {
      this.release()
      return { kind: 'reply', reply }
    }
    const envelope = envelopeOf(this.#transaction)
    const pieces = this.#content.take()
    return { kind: 'ask', question: { kind: 'message', envelope, pieces, release: () => this.release() } }
  }

  #refusal(): SmtpReply | undefined {
    const isBroken = this.#chunk.isLast ? !this.#lines.isWhole : this.#lines.isBroken
    return isBroken ? replies.broken : contentRefusal(this.#content)
  }
}

/** Reads past a chunk that is refused: its bytes aren't commands. */
export class ChunkSkipper implements Receiver {
  readonly #reply: SmtpReply
  #left: number

  constructor(size: number, reply: SmtpReply) {
    this.#left = size
    this.#reply = reply
  }

  read(input: Input): Step | undefined {
    this.#left -= input.take(this.#left).length
    return this.#left === 0 ? { kind: 'reply', reply: this.#reply } : undefined
  }

  release(): void {}
}

function startChunks(dialogue: Dialogue, transaction: Transaction): NonNullable<Transaction['chunks']> {
  const content = new MessageBytes(dialogue.memory, dialogue.limits.messageBytes)
  const chunks = { content, lines: new ChunkLines() }
  transaction.chunks = chunks
  return chunks
}
