import { randomBytes, randomInt } from 'node:crypto'
import { DnsError } from '../dns-error.ts'
import { decodeHeader, decodeMessage } from '../message/decode-message.ts'
import { encodeMessage } from '../message/encode-message.ts'
import { rcodeName, rcodes, type Message, type MessageParts } from '../message/message.ts'
import { encodeName } from '../names.ts'
import { TsigChain } from '../tsig/tsig-chain.ts'
import type { TsigKey } from '../tsig/tsig-key.ts'

export interface QuerySigning {
  readonly tsig?: TsigKey
  /** Milliseconds since 1970, for the signature. Default: the clock of the system. */
  readonly now?: () => number
}

export interface QueryOptions extends QuerySigning {
  /** Set for UDP, where anyone can send an answer. */
  readonly randomizesCase: boolean
}

/**
 * One request with a random id and, over UDP, with random case in the name of its question. An answer must repeat both,
 * so that a sender who doesn't see the request has to guess them, and the port besides.
 */
export class Query {
  readonly bytes: Uint8Array
  readonly #id: number
  readonly #opcode: number
  /** The question on the wire, as an answer repeats it. */
  readonly #question: Buffer
  /** The question before its case was randomized. */
  readonly #original: Buffer
  readonly #chain: TsigChain | undefined
  #hasAnswer = false
  #hasLostCase = false
  #problem: DnsError | undefined

  constructor(parts: MessageParts, { tsig, now, randomizesCase }: QueryOptions) {
    this.#id = randomInt(65_536)
    this.#opcode = parts.opcode ?? 0
    const plain = encodeMessage({ ...parts, id: this.#id })
    const length = (parts.questions ?? []).reduce((sum, { name }) => sum + encodeName(name).length + 4, 0)
    this.#original = Buffer.from(plain.subarray(12, 12 + length))
    this.#question = plain.subarray(12, 12 + length)
    if (randomizesCase) randomizeCase(this.#question.subarray(0, -4))
    this.#chain = tsig === undefined ? undefined : new TsigChain(tsig, now)
    this.bytes = this.#chain?.sign(plain) ?? plain
  }

  /** Whether all answers so far are verified, or aren't signed because the request wasn't. */
  get isVerified(): boolean {
    return this.#chain?.isVerified ?? this.#hasAnswer
  }

  /** An answer would have matched but for the case of its question: some servers change it. */
  get hasLostCase(): boolean {
    return this.#hasLostCase
  }

  /** Why the last packet with the right id and question couldn't be read. */
  get problem(): DnsError | undefined {
    return this.#problem
  }

  /** The answer in a packet; `undefined` for others. @throws {DnsError} for a wrong signature */
  readPacket(packet: Uint8Array): Message | undefined {
    if (!this.#isHeaderOfAnswer(packet) || !this.#hasQuestion(packet)) return undefined
    try {
      return this.#decode(packet)
    } catch (error) {
      if (!(error instanceof DnsError) || error.code !== 'malformed') throw error
      this.#problem = error
      return undefined
    }
  }

  /**
   * The next message of the answer on a connection, where nothing else may come. Updates, errors and all messages but the
   * first may leave out the question (RFC 2136 §3.8, RFC 5936 §2.2.1).
   */
  readMessage(bytes: Uint8Array): Message {
    if (!this.#isHeaderOfAnswer(bytes) || !this.#mayFollow(bytes)) {
      throw new DnsError('mismatch', 'The server answered another question.')
    }
    return this.#decode(bytes)
  }

  #mayFollow(bytes: Uint8Array): boolean {
    const mayLackQuestion = this.#hasAnswer || this.#opcode !== 0 || decodeHeader(bytes)?.rcode !== rcodes.NOERROR
    return this.#hasQuestion(bytes) || (mayLackQuestion && Buffer.from(bytes).readUInt16BE(4) === 0)
  }

  #decode(bytes: Uint8Array): Message {
    const message = decodeMessage(this.#restoreCase(bytes))
    if (this.#chain !== undefined && message.tsig === undefined && message.rcode !== rcodes.NOERROR) {
      throw new DnsError('unsigned', `The server answered ${rcodeName(message.rcode)} without a signature.`)
    }
    this.#chain?.verify(bytes, message.tsig)
    this.#hasAnswer = true
    return message
  }

  /** Compressed names in the answer end in the question, and would have its random case. */
  #restoreCase(bytes: Uint8Array): Uint8Array {
    const hasQuestion = this.#question.equals(bytes.subarray(12, 12 + this.#question.length))
    if (!hasQuestion) return bytes
    const restored = Buffer.from(bytes)
    restored.set(this.#original, 12)
    return restored
  }

  #isHeaderOfAnswer(bytes: Uint8Array): boolean {
    const header = decodeHeader(bytes)
    return header?.id === this.#id && header.isResponse && header.opcode === this.#opcode
  }

  #hasQuestion(bytes: Uint8Array): boolean {
    const found = Buffer.from(bytes.subarray(12, 12 + this.#question.length))
    if (Buffer.from(bytes).readUInt16BE(4) !== 1 || found.length < this.#question.length) return false
    if (found.equals(this.#question)) return true
    if (lowerCase(found) === lowerCase(this.#question)) this.#hasLostCase = true
    return false
  }
}

function lowerCase(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[A-Z]/g, (upper) => upper.toLowerCase())
}

/** Upper or lower case by chance for each character of the alphabet (draft-vixie-dnsext-dns0x20). */
function randomizeCase(name: Uint8Array): void {
  const bits = randomBytes(name.length)
  // Lengths of labels are at most 63, below the alphabet.
  for (const [at, byte] of name.entries()) {
    if (/[a-z]/i.test(String.fromCharCode(byte)) && (bits[at] ?? 0) % 2 === 1) name[at] = byte ^ 0x20
  }
}
