import { DnsError } from '../dns-error.ts'
import { rcodes, type Message, type MessageRecord } from '../message/message.ts'
import { isSameName, isWithin } from '../names.ts'
import type { ResourceRecord } from '../resource-record.ts'
import type { ServerOptions } from './ask-server.ts'
import { closedError, exchangeTcp } from './exchange-tcp.ts'
import { Query } from './query.ts'
import { rcodeError } from './rcode-error.ts'

export interface TransferOptions extends ServerOptions {
  readonly zone: string
  readonly maxRecords: number
  /** Of all messages together. */
  readonly maxBytes: number
}

const defaultTimeout = 60_000

/**
 * Transfers a zone (AXFR, RFC 5936) and yields its records as they come, the SOA record first. Records of a signed transfer
 * are yielded once a signature covers them. The zone is complete only when the generator ends without an error.
 *
 * @throws {DnsError} `too_many` beyond a limit, `refused` and the like, and as `askServer`; the timeout is that of the
 *   whole transfer, 60 seconds by default
 */
export async function* transferZone(options: TransferOptions): AsyncGenerator<ResourceRecord, void, undefined> {
  const { timeout = defaultTimeout, signal, zone } = options
  const query = new Query(
    { questions: [{ name: zone, type: 'AXFR', class: 'IN' }] },
    { ...options, randomizesCase: false },
  )
  const transfer = new Transfer(options)
  for await (const bytes of exchangeTcp(options, { query: query.bytes, timeout, signal })) {
    transfer.take(query.readMessage(bytes), bytes.length)
    if (transfer.isComplete && !query.isVerified) throw new DnsError('unsigned', "The end of the zone isn't signed.")
    if (query.isVerified) yield* transfer.release()
    if (transfer.isComplete) return
  }
  throw closedError(options)
}

/** The records of a zone between its two SOA records. */
class Transfer {
  readonly #zone: string
  readonly #limits: Pick<TransferOptions, 'maxRecords' | 'maxBytes'>
  #records = 0
  #bytes = 0
  #soa: MessageRecord | undefined
  #isComplete = false
  #held: ResourceRecord[] = []

  constructor({ zone, maxRecords, maxBytes }: TransferOptions) {
    this.#zone = zone
    this.#limits = { maxRecords, maxBytes }
  }

  get isComplete(): boolean {
    return this.#isComplete
  }

  take({ rcode, answers }: Message, bytes: number): void {
    if (rcode !== rcodes.NOERROR) throw rcodeError(rcode)
    this.#bytes += bytes
    if (this.#bytes > this.#limits.maxBytes) throw new DnsError('too_many', 'The zone has too many bytes.')
    for (const record of answers) this.#takeRecord(record)
  }

  /** The records that weren't released before. */
  release(): ResourceRecord[] {
    const records = this.#held
    this.#held = []
    return records
  }

  #takeRecord(record: MessageRecord): void {
    const isSoa = record.type === 'SOA' && isSameName(record.name, this.#zone)
    if (this.#isComplete) throw new DnsError('malformed', 'Records follow the end of the zone.')
    if (!isWithin(record.name, this.#zone)) throw new DnsError('malformed', 'The transfer has records of another zone.')
    if (this.#soa === undefined && !isSoa) {
      throw new DnsError('malformed', "The transfer doesn't begin with the SOA record.")
    }
    if (this.#soa !== undefined && isSoa) return this.#end(record)
    if (isSoa) this.#soa = record
    this.#records += 1
    if (this.#records > this.#limits.maxRecords) throw new DnsError('too_many', 'The zone has too many records.')
    const { name, type, ttl, data } = record
    this.#held.push({ name, type, ttl, data })
  }

  #end(soa: MessageRecord): void {
    if (soa.data !== this.#soa?.data) throw new DnsError('malformed', 'The zone changed during the transfer.')
    this.#isComplete = true
  }
}
