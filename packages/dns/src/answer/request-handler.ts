import { DnsError } from '../dns-error.ts'
import { decodeMessage } from '../message/decode-message.ts'
import { opcodes, rcodes, type Message } from '../message/message.ts'
import { nameKey } from '../names.ts'
import { fieldsOf } from '../record-data.ts'
import type { TsigKey } from '../tsig/tsig-key.ts'
import { typeCodes } from '../type-codes.ts'
import { checkPrerequisites } from '../update/check-prerequisites.ts'
import { readUpdate, type UpdateRequest } from '../update/read-update.ts'
import { findRefusedUpdate, type UpdateGrant } from '../update/update-grants.ts'
import type { ServedZone } from '../zone/served-zone.ts'
import type { ServedZones } from '../zone/served-zones.ts'
import { reading, type QueryReader } from './query-reader.ts'
import { Responder, type Transport } from './responder.ts'
import { SignedRequest, type RequestSignature } from './signed-request.ts'
import { zoneTransfer } from './zone-transfer.ts'

/** Updates that are applied at a time. */
const mostPendingUpdates = 100

/** The sender of a request. */
export interface RequestSource {
  readonly transport: Transport
  readonly address: string
}

/** A client that may be allowed to transfer or update a zone. */
export interface ZoneClient {
  /** Absolute, in lower case. */
  readonly zone: string
  readonly address: string
  /** The key that signed the request. */
  readonly key: TsigKey | undefined
}

/** An update that is signed and allowed. */
export interface GrantedUpdate extends UpdateRequest {
  readonly address: string
  readonly key: TsigKey
  /** An update with one that was seen before is a replay. */
  readonly signature: RequestSignature
}

/** What a server may do besides answering queries; each part that is left out is refused. */
export interface RequestRules {
  readonly zones: ServedZones
  /** The key of a name, absolute and in lower case. */
  readonly keyOf?: (name: string) => TsigKey | undefined
  /** @throws {DnsError} `bad_key` for a key that was removed, answered with BADKEY */
  readonly mayTransfer?: (client: ZoneClient) => boolean | Promise<boolean>
  /** What a key may change in a zone; none for an unknown one. */
  readonly grantsOf?: (client: ZoneClient) => readonly UpdateGrant[]
  /**
   * Applies an update whose prerequisites hold in the zone as it is stored, of which this server may have an older version.
   *
   * @throws {DnsError} with the code of the response, such as `nxrrset`; `clock` for a replay, which is answered with BADTIME
   *   (RFC 8945 §5.2.3), and `bad_key` for a key that was removed
   */
  readonly applyUpdate?: (update: GrantedUpdate) => Promise<void>
  /** Milliseconds since 1970, for signatures. Default: the clock of the system. */
  readonly now?: () => number
}

/** One response, the messages of a transfer, or none. */
export type RequestResult = Buffer | Iterable<Buffer> | undefined

/** Answers requests of every kind. It opens no sockets, and never throws for the bytes of a request. */
export class RequestHandler {
  readonly #rules: RequestRules
  readonly #responder: Responder
  /** Signatures of the updates that are being applied; empty for one without. */
  readonly #pending: string[] = []

  constructor(rules: RequestRules) {
    this.#rules = rules
    this.#responder = new Responder(rules.zones)
  }

  /** A number that identical answers share: of the last one that was no promise. */
  get identity(): number {
    return this.#responder.identity
  }

  handle(bytes: Uint8Array, source: RequestSource): RequestResult | Promise<RequestResult> {
    const { query } = this.#responder
    const read = query.read(bytes)
    if (read === reading.ignored) return undefined
    const isPlain = query.tsig === 0 && query.opcode !== opcodes.UPDATE && !isTransfer(query, source)
    if (read !== reading.complete || isPlain) return this.#responder.respond(read, source.transport)
    return this.#handleDecoded(bytes, source)
  }

  /** The answer to a request over UDP that is to be repeated over TCP. */
  truncated(bytes: Uint8Array): Buffer {
    this.#responder.query.read(bytes)
    return this.#responder.truncated()
  }

  #handleDecoded(bytes: Uint8Array, source: RequestSource): RequestResult | Promise<RequestResult> {
    try {
      const message = decodeMessage(bytes)
      if (message.tsig === undefined) return this.#answer({ bytes, message, source })
      const { keyOf = () => undefined, now = Date.now } = this.#rules
      const signed = new SignedRequest(bytes, message.tsig, { keyOf, now })
      if (!signed.isVerified) return signed.signFailure(this.#reply(signed.bytes, rcodes.NOTAUTH))
      return this.#answer({ bytes: signed.bytes, message, source, signed })
    } catch (error) {
      if (!(error instanceof DnsError)) throw error
      return this.#reply(bytes, rcodeOf(error))
    }
  }

  #answer(request: Request): RequestResult | Promise<RequestResult> {
    const { query } = this.#responder
    const { bytes, source, signed } = request
    const read = query.read(bytes)
    if (query.opcode === opcodes.UPDATE) return this.#update(request)
    if (isTransfer(query, source)) return this.#transfer(request)
    const answer = this.#responder.respond(read, source.transport, signed?.reserve)
    return signed?.sign(answer) ?? answer
  }

  async #transfer(request: Request): Promise<RequestResult> {
    const { bytes, message, signed } = request
    try {
      const zone = await this.#zoneToTransfer(request)
      const reserve = signed?.reserve ?? 0
      const messages = zoneTransfer(zone, bytes, { isCurrent: isCurrent(message, zone), reserve })
      return signed === undefined ? messages : messages.map((answer) => signed.sign(answer))
    } catch (error) {
      return this.#failed(request, error)
    }
  }

  /** @throws {DnsError} with the code of the response */
  async #zoneToTransfer(request: Request): Promise<ServedZone> {
    const [question] = request.message.questions
    const zone = this.#rules.zones.get(question?.name ?? '.')
    if (zone === undefined) throw new DnsError('notauth', 'Not our zone.')
    const isAllowed = question?.class === 'IN' && (await this.#rules.mayTransfer?.(clientOf(request))) === true
    if (!isAllowed) throw new DnsError('refused', 'The client may not transfer the zone.')
    return zone
  }

  /** A client that has no answer yet sends the same packet again: it gets the answer to the first one. */
  async #update(request: Request): Promise<RequestResult> {
    const { bytes, source, signed } = request
    const { mac } = signed?.signature ?? { mac: '' }
    if (source.transport === 'udp' && mac !== '' && this.#pending.includes(mac)) return undefined
    this.#pending.push(mac)
    try {
      await this.#applyUpdate(request)
      const answer = this.#reply(bytes, rcodes.NOERROR)
      return signed?.sign(answer) ?? answer
    } catch (error) {
      return this.#failed(request, error)
    } finally {
      this.#pending.splice(this.#pending.indexOf(mac), 1)
    }
  }

  #failed({ bytes, signed }: Request, error: unknown): Buffer {
    if (signed !== undefined && error instanceof DnsError && ofSignatures.has(error.code)) {
      return signed.signFailure(this.#reply(bytes, rcodes.NOTAUTH), error)
    }
    const answer = this.#reply(bytes, rcodeOf(error))
    return signed?.sign(answer) ?? answer
  }

  /** @throws {DnsError} with the code of the response */
  async #applyUpdate(request: Request): Promise<void> {
    const { message, signed } = request
    const { applyUpdate, grantsOf } = this.#rules
    const update = readUpdate(message)
    const zone = this.#rules.zones.get(update.zone)
    if (zone === undefined || message.questions[0]?.class !== 'IN') throw new DnsError('notauth', 'Not our zone.')
    if (signed?.key === undefined || applyUpdate === undefined) throw new DnsError('refused', 'Updates need a key.')
    const client = clientOf(request)
    const grants = grantsOf?.(client) ?? []
    if (grants.length === 0 || findRefusedUpdate(update.updates, grants) !== undefined) {
      throw new DnsError('refused', 'The key may not change these records.')
    }
    if (this.#pending.length > mostPendingUpdates) throw new DnsError('servfail', 'Too many updates at a time.')
    if (update.updates.length === 0) return checkPrerequisites(zone, update.prerequisites)
    const { zone: name, address } = client
    await applyUpdate({ ...update, zone: name, address, key: signed.key, signature: signed.signature })
  }

  /** Reads the request again, since others may have been read in the meantime. */
  #reply(bytes: Uint8Array, rcode: number): Buffer {
    this.#responder.query.read(bytes)
    return this.#responder.refusal(rcode)
  }
}

/** Errors that a TSIG record states. */
const ofSignatures: ReadonlySet<string> = new Set(['clock', 'bad_key'])

/** A decoded request; its bytes are without the signature. */
interface Request {
  readonly bytes: Uint8Array
  readonly message: Message
  readonly source: RequestSource
  readonly signed?: SignedRequest
}

function isTransfer({ opcode, type }: QueryReader, { transport }: RequestSource): boolean {
  return opcode === opcodes.QUERY && transport === 'tcp' && (type === typeCodes.AXFR || type === typeCodes.IXFR)
}

function clientOf({ message, source, signed }: Request): ZoneClient {
  return { zone: nameKey(message.questions[0]?.name ?? '.'), address: plainAddress(source), key: signed?.key }
}

/** An IPv4 client of a socket for both families has an address like ::ffff:192.0.2.1. */
function plainAddress({ address }: RequestSource): string {
  return address.includes('.') ? address.slice(address.lastIndexOf(':') + 1) : address
}

/** Whether the client of an IXFR has this version of the zone, or a newer one (RFC 1995 §4, RFC 1982). */
function isCurrent({ authorities: [soa] }: Message, { serial }: ServedZone): boolean {
  if (soa?.type !== 'SOA') return false
  return ((fieldsOf('SOA', soa.data).serial - serial) | 0) >= 0
}

/** The rcode that says why a request failed. */
function rcodeOf(error: unknown): number {
  const { code } = error instanceof DnsError ? error : { code: 'servfail' }
  const name = code === 'malformed' ? 'FORMERR' : code.toUpperCase()
  return Object.hasOwn(rcodes, name) ? rcodes[name as keyof typeof rcodes] : rcodes.SERVFAIL
}
