/**
 * Signs and verifies the messages of one exchange (RFC 8945). Each MAC covers the one before it, so the messages can't be
 * exchanged for others, reordered or left out:
 *
 *   request ──> first answer ──> further answers over TCP, of which up to 99 in a row may be unsigned
 *
 * The client signs the request and verifies the answers; the server verifies the request and signs the answers. An
 * instance serves one exchange, of either side.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ClockError, DnsError } from '../dns-error.ts'
import { rcodes, type ReceivedTsig } from '../message/message.ts'
import { tsigAlgorithms, type TsigKey } from './tsig-key.ts'
import { appendTsig, readTsig, removeTsig, tsigTimers, tsigVariables, type TsigRecord } from './tsig-record.ts'

/** Seconds by which the clocks of the two sides may differ. */
export const fudgeSeconds = 300

/** Unsigned messages in a row (RFC 8945 §5.3.1). */
const maxUnsigned = 99
/** No MAC is cut to fewer bytes than this, or than half its hash (RFC 8945 §5.2.2.1). */
const leastMac = 10

/** Shares its number with BADVERS. */
const badSig = 16

/** Sets the time and the error of an answer that reports a wrong clock. */
export interface AnswerSigning {
  readonly time?: number
  readonly error?: number
  readonly other?: Uint8Array
}

export class TsigChain {
  readonly #key: TsigKey
  readonly #now: () => number
  /** Signed messages so far; 0 before the request. */
  #signed = 0
  #lastMac = new Uint8Array(0)
  #unsigned: Uint8Array[] = []

  /** @param now milliseconds since 1970 */
  constructor(key: TsigKey, now: () => number = Date.now) {
    this.#key = key
    this.#now = now
  }

  /** Whether every message so far was verified; the data of messages before that must not be used. */
  get isVerified(): boolean {
    return this.#signed > 1 && this.#unsigned.length === 0
  }

  sign(message: Uint8Array, { time, error = 0, other = new Uint8Array(0) }: AnswerSigning = {}): Uint8Array {
    const unsigned: TsigRecord = {
      name: this.#key.name,
      algorithm: `${this.#key.algorithm}.`,
      time: time ?? Math.floor(this.#now() / 1_000),
      fudge: fudgeSeconds,
      mac: new Uint8Array(0),
      originalId: (message[0] ?? 0) * 256 + (message[1] ?? 0),
      error,
      other,
    }
    const mac = this.#macOf(message, unsigned)
    this.#advance(mac)
    return appendTsig(message, { ...unsigned, mac })
  }

  /**
   * Verifies the next message.
   *
   * @param tsig its signature; `undefined` when it has none
   * @throws {DnsError} `unsigned`, `bad_key`, `bad_sig`, `bad_trunc`, `clock`, `malformed`
   */
  verify(message: Uint8Array, tsig: ReceivedTsig | undefined): void {
    if (tsig === undefined) return this.#holdUnsigned(message)
    const record = readTsig(message, tsig)
    if (this.#signed > 0) refuseReported(record)
    this.#checkKey(record)
    this.#checkLength(record.mac.length)
    const expected = this.#macOf(removeTsig(message, tsig.offset, record.originalId), record)
    if (!timingSafeEqual(expected.subarray(0, record.mac.length), record.mac)) {
      throw new DnsError('bad_sig', 'The signature of the message is wrong.')
    }
    // A server reports a wrong clock with an answer that is signed (RFC 8945 §5.2.3), so its chain goes on.
    const isRequest = this.#signed === 0
    if (isRequest) this.#advance(record.mac)
    this.#checkClock(record)
    if (!isRequest) this.#advance(record.mac)
  }

  #holdUnsigned(message: Uint8Array): void {
    if (this.#signed < 2) throw new DnsError('unsigned', "The message isn't signed.")
    if (this.#unsigned.length === maxUnsigned) {
      throw new DnsError('unsigned', 'Too many messages in a row are unsigned.')
    }
    this.#unsigned.push(message)
  }

  #checkKey({ name, algorithm }: TsigRecord): void {
    if (name === this.#key.name && algorithm === `${this.#key.algorithm}.`) return
    throw new DnsError('bad_key', 'The message is signed with another key or algorithm.')
  }

  #checkLength(length: number): void {
    const hash = tsigAlgorithms[this.#key.algorithm]
    if (length > hash) throw new DnsError('malformed', 'The signature is longer than its algorithm allows.')
    if (length < Math.max(leastMac, hash / 2)) throw new DnsError('bad_trunc', 'The signature is cut too short.')
  }

  /** Runs after the MAC was verified, so that the times are those of the other side. */
  #checkClock({ error, time, fudge, other }: TsigRecord): void {
    const now = Math.floor(this.#now() / 1_000)
    if (error === rcodes.BADTIME) {
      const isTime = other.length === 6
      throw new ClockError(isTime ? Buffer.from(other).readUIntBE(0, 6) : time, now)
    }
    if (Math.abs(now - time) > Math.min(fudge, fudgeSeconds)) throw new ClockError(time, now)
  }

  #macOf(message: Uint8Array, record: TsigRecord): Uint8Array {
    const hmac = createHmac(this.#key.algorithm.replace('hmac-', ''), this.#key.secret)
    if (this.#signed > 0) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(this.#lastMac.length)
      hmac.update(length).update(this.#lastMac)
    }
    for (const unsigned of this.#unsigned) hmac.update(unsigned)
    hmac.update(message).update(this.#signed < 2 ? tsigVariables(record) : tsigTimers(record))
    return hmac.digest()
  }

  #advance(mac: Uint8Array): void {
    this.#lastMac = Uint8Array.from(mac)
    this.#unsigned = []
    this.#signed += 1
  }
}

/** A server that can't verify a request reports why without a signature (RFC 8945 §5.2). */
function refuseReported({ error, mac }: TsigRecord): void {
  if (error === rcodes.BADKEY) throw new DnsError('bad_key', "The server doesn't know this key.")
  if (error === rcodes.BADTRUNC) throw new DnsError('bad_trunc', 'The server accepts only longer signatures.')
  if (error === badSig || (error !== 0 && mac.length === 0)) {
    throw new DnsError('bad_sig', 'The server refused the signature. Check the secret of the key.')
  }
}
