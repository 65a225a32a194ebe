import { ScannedName } from '../zone/scanned-name.ts'
import { uint16At } from '../zone/zone-data.ts'
import { rcodes } from '../message/message.ts'
import { longestName } from '../wire/labels.ts'
import { typeCodes } from '../type-codes.ts'

const headerLength = 12
const responseFlag = 0x8000
/** Type, class, TTL and length of a record. */
const recordHead = 10
const firstPointer = 0xc0
const leastPayload = 512

/** What `QueryReader.read` found, besides the rcodes of messages that are refused as they are. */
export const reading = {
  /** Gets no answer: too short, or an answer itself. */
  ignored: -1,
  /** A message with one question. */
  complete: 0,
} as const

/**
 * Reads a request by hand, without allocation: its header, its question, and the OPT and TSIG records. An instance is
 * reused for every request.
 */
export class QueryReader {
  readonly name = new ScannedName()
  bytes: Uint8Array = new Uint8Array(0)
  flags = 0
  type = 0
  class = 0
  /** Behind the question; 0 while it wasn't read. */
  questionEnd = 0
  /** Records of the answer and authority sections. */
  records = 0
  hasEdns = false
  /** The largest answer that the client takes over UDP. */
  payload = leastPayload
  version = 0
  dnssecOk = false
  /** Where the TSIG record begins; 0 without one. */
  tsig = 0
  #at = 0

  get opcode(): number {
    return (this.flags >> 11) & 0xf
  }

  /** @returns one of `reading`, or the rcode of the refusal */
  read(bytes: Uint8Array): number {
    this.#reset(bytes)
    if (bytes.length < headerLength) return reading.ignored
    this.flags = uint16At(bytes, 2)
    if ((this.flags & responseFlag) !== 0) return reading.ignored
    if (uint16At(bytes, 4) !== 1 || !this.#question()) return rcodes.FORMERR
    this.records = uint16At(bytes, 6) + uint16At(bytes, 8)
    return this.#records(this.records, uint16At(bytes, 10)) ? reading.complete : rcodes.FORMERR
  }

  #reset(bytes: Uint8Array): void {
    this.bytes = bytes
    this.flags = this.type = this.class = this.records = this.questionEnd = this.version = this.tsig = 0
    this.hasEdns = this.dnssecOk = false
    this.payload = leastPayload
    this.#at = headerLength
  }

  #question(): boolean {
    if (!this.name.scan(this.bytes, headerLength)) return false
    const { end } = this.name
    if (end + 4 > this.bytes.length) return false
    this.type = uint16At(this.bytes, end)
    this.class = uint16At(this.bytes, end + 2)
    this.questionEnd = this.#at = end + 4
    return true
  }

  /** Reads every record, up to the last byte. */
  #records(others: number, additional: number): boolean {
    for (let left = others; left > 0; left -= 1) if (!this.#record(false)) return false
    for (let left = additional; left > 0; left -= 1) if (!this.#record(true)) return false
    return this.#at === this.bytes.length
  }

  #record(isAdditional: boolean): boolean {
    const start = this.#at
    if (this.tsig > 0 || !this.#skipName()) return false
    const head = this.#at
    const end = head + recordHead + uint16At(this.bytes, head + 8)
    if (head + recordHead > this.bytes.length || end > this.bytes.length) return false
    const type = uint16At(this.bytes, head)
    this.#at = end
    if (type === typeCodes.OPT) return isAdditional && start + 1 === head && this.#edns(head)
    if (type === typeCodes.TSIG) this.tsig = start
    return isAdditional || type !== typeCodes.TSIG
  }

  /** The second OPT record of a message is refused (RFC 6891 §6.1.1). */
  #edns(head: number): boolean {
    if (this.hasEdns) return false
    this.hasEdns = true
    this.payload = Math.max(uint16At(this.bytes, head + 2), leastPayload)
    this.version = this.bytes[head + 5] ?? 0
    this.dnssecOk = ((this.bytes[head + 6] ?? 0) & 0x80) !== 0
    return true
  }

  /** Passes over a name, which may end in a pointer. */
  #skipName(): boolean {
    for (let at = this.#at; at < this.bytes.length && at - this.#at < longestName;) {
      const length = this.bytes[at] ?? 0
      if (length === 0 || length >= firstPointer) {
        this.#at = at + (length === 0 ? 1 : 2)
        return true
      }
      if (length >= 0x40) return false
      at += 1 + length
    }
    return false
  }
}
