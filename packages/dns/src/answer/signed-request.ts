import { DnsError } from '../dns-error.ts'
import { rcodes, type ReceivedTsig } from '../message/message.ts'
import { fudgeSeconds, TsigChain } from '../tsig/tsig-chain.ts'
import { tsigAlgorithms, type TsigKey } from '../tsig/tsig-key.ts'
import { appendTsig, readTsig, removeTsig, type TsigRecord } from '../tsig/tsig-record.ts'

export interface SigningRules {
  /** @param name absolute, in lower case */
  readonly keyOf: (name: string) => TsigKey | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Identifies a signed request, whatever the length to which its MAC was cut. */
export interface RequestSignature {
  /** The first 16 bytes of the MAC, in hexadecimal: no accepted MAC is shorter. */
  readonly mac: string
  /** When the request was signed, in seconds since 1970. */
  readonly time: number
  /** No process accepts a request from before this second, also where its clock is a little behind, or it answers late. */
  readonly oldest: number
}

/** In a TSIG record, the number of BADVERS is BADSIG. */
const badSig = rcodes.BADVERS
/** Bytes of a TSIG record besides the names and the MAC: head, times, lengths, id, error, and a time of a server. */
const fixedLength = 32
const comparedMac = 16
/** Seconds: between the clocks of two processes, and until a request is answered. */
const margin = 60

/** A request with a signature (RFC 8945 §5.2). */
export class SignedRequest {
  /** The request without its signature. */
  readonly bytes: Uint8Array
  readonly key: TsigKey | undefined
  /** Bytes that the signature of a response takes. */
  readonly reserve: number
  readonly #record: TsigRecord
  readonly #chain: TsigChain | undefined
  readonly #failure: DnsError | undefined
  readonly #now: () => number

  /** @throws {DnsError} `malformed` for a record that can't be read */
  constructor(request: Uint8Array, tsig: ReceivedTsig, { keyOf, now }: SigningRules) {
    this.#record = readTsig(request, tsig)
    this.#now = now
    this.bytes = removeTsig(request, tsig.offset, (request[0] ?? 0) * 256 + (request[1] ?? 0))
    this.key = keyOf(this.#record.name)
    this.#chain = this.key === undefined ? undefined : new TsigChain(this.key, now)
    this.#failure = this.#verify(request, tsig)
    const mac = this.key === undefined ? 0 : tsigAlgorithms[this.key.algorithm]
    this.reserve = fixedLength + this.#record.name.length + this.#record.algorithm.length + mac
  }

  get isVerified(): boolean {
    return this.#failure === undefined
  }

  get signature(): RequestSignature {
    const { mac, time } = this.#record
    const oldest = Math.floor(this.#now() / 1_000) - fudgeSeconds - margin
    return { mac: Buffer.from(mac).subarray(0, comparedMac).toString('hex'), time, oldest }
  }

  sign(response: Uint8Array): Buffer {
    return Buffer.from(this.#chain?.sign(response) ?? response)
  }

  /**
   * Signs the response NOTAUTH, which states why a request wasn't verified, or was refused later: with `clock` it has BADTIME
   * and the signature of the key (RFC 8945 §5.2.3).
   */
  signFailure(response: Uint8Array, failure = this.#failure): Buffer {
    if (failure?.code === 'clock' && this.#chain !== undefined) {
      const other = Buffer.alloc(6)
      other.writeUIntBE(Math.floor(this.#now() / 1_000), 0, 6)
      return Buffer.from(this.#chain.sign(response, { error: rcodes.BADTIME, time: this.#record.time, other }))
    }
    const error = errorOf(failure)
    const empty = new Uint8Array(0)
    return Buffer.from(appendTsig(response, { ...this.#record, fudge: fudgeSeconds, mac: empty, error, other: empty }))
  }

  #verify(request: Uint8Array, tsig: ReceivedTsig): DnsError | undefined {
    if (this.#chain === undefined) return new DnsError('bad_key', 'The key is unknown.')
    try {
      this.#chain.verify(request, tsig)
      return undefined
    } catch (error) {
      if (error instanceof DnsError) return error
      throw error
    }
  }
}

function errorOf(failure: DnsError | undefined): number {
  if (failure?.code === 'bad_key') return rcodes.BADKEY
  return failure?.code === 'bad_trunc' ? rcodes.BADTRUNC : badSig
}
