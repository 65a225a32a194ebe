import { largestMessage } from '../wire/wire-writer.ts'
import { typeCodes } from '../type-codes.ts'
import type { ServedZone } from '../zone/served-zone.ts'
import { firstSetAt, missing, setAfter, setCountAt, uint16At, uint32At } from '../zone/zone-data.ts'
import { QueryReader } from './query-reader.ts'
import { ResponseWriter, responseFlags } from './response-writer.ts'

/** Bytes of a message, unless one set is larger: all pointers reach this far, and no message waits long for another. */
const fullMessage = 16_000
/** More than the owner, head and rest of any set add to its size. */
const longestOwner = 300

export interface TransferOptions {
  /** Only the SOA record, for a client that has this version (RFC 1995 §4). */
  readonly isCurrent?: boolean
  /** Bytes of each message that stay free for a signature. */
  readonly reserve?: number
}

/**
 * The messages of a zone transfer (AXFR, RFC 5936): the SOA set first and last. They come from one version of the zone, and
 * are made as they are taken.
 *
 * @param request as `QueryReader` accepts it, for the name of the zone
 */
export function* zoneTransfer(
  zone: ServedZone,
  request: Uint8Array,
  { isCurrent = false, reserve = 0 }: TransferOptions = {},
): Generator<Buffer, void, undefined> {
  const messages = new TransferMessages(request, reserve)
  yield* messages.add(zone.data, zone.soa, 0)
  if (!isCurrent) {
    yield* setsOf(zone, messages)
    yield* aliasOf(zone, messages)
    yield* messages.add(zone.data, zone.soa, 0)
  }
  yield messages.finish()
}

/** Every set but the SOA, which frames the transfer. */
function* setsOf({ data }: ServedZone, messages: TransferMessages): Generator<Buffer, void, undefined> {
  for (let entry = 0; entry < data.length;) {
    let set = firstSetAt(data, entry)
    for (let left = setCountAt(data, entry); left > 0; left -= 1) {
      if (uint16At(data, set) !== typeCodes.SOA) yield* messages.add(data, set, entry)
      set = setAfter(data, set)
    }
    entry = set
  }
}

/** The addresses to which the ALIAS led, since a secondary doesn't look them up. */
function* aliasOf(zone: ServedZone, messages: TransferMessages): Generator<Buffer, void, undefined> {
  for (const type of [typeCodes.A, typeCodes.AAAA]) {
    const set = zone.findAlias(type)
    if (zone.alias !== undefined && set !== missing) yield* messages.add(zone.alias, set, 0)
  }
}

class TransferMessages {
  readonly #query = new QueryReader()
  readonly #writer = new ResponseWriter()
  readonly #most: number
  #isEmpty = true

  constructor(request: Uint8Array, reserve: number) {
    this.#query.read(Uint8Array.from(request))
    this.#most = largestMessage - reserve
    this.#start()
  }

  /** Adds a set, after the message that is full without it. */
  *add(data: Uint8Array, set: number, entry: number): Generator<Buffer, void, undefined> {
    const size = uint32At(data, set + 8) + uint16At(data, set + 6) * 10 + longestOwner
    if (!this.#isEmpty && this.#writer.length + size > fullMessage) {
      yield this.finish()
      this.#start()
    }
    this.#writer.transferSet(data, set, entry)
    this.#isEmpty = false
  }

  finish(): Buffer {
    return this.#writer.finish(this.#query, this.#most)
  }

  #start(): void {
    this.#writer.start(this.#query)
    this.#writer.flag(responseFlags.authoritative)
    this.#isEmpty = true
  }
}
