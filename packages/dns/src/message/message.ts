import type { ResourceRecord } from '../resource-record.ts'
import type { Edns } from './edns.ts'

/** The header of a message (RFC 1035 section 4.1.1), without the counts of its sections. */
export interface Header {
  readonly id: number
  readonly isResponse: boolean
  /** One of `opcodes`. */
  readonly opcode: number
  /** AA */
  readonly isAuthoritative: boolean
  /** TC */
  readonly isTruncated: boolean
  /** RD */
  readonly recursionDesired: boolean
  /** RA */
  readonly recursionAvailable: boolean
  /** AD */
  readonly authenticData: boolean
  /** CD */
  readonly checkingDisabled: boolean
  /** One of `rcodes`; above 15 the message needs EDNS. */
  readonly rcode: number
}

export interface Question {
  readonly name: string
  readonly type: string
  readonly class: string
}

/** A record in a message. */
export interface MessageRecord extends ResourceRecord {
  /** `IN` where it is not given. An UPDATE has `ANY` and `NONE`, whose records may have no data: the empty text. */
  readonly class?: string
  /** The bytes of `data`, uncompressed. Given to an encoder, they spare it the parsing. */
  readonly bytes?: Uint8Array
}

/** The TSIG record of a message that was received (RFC 8945). */
export interface ReceivedTsig {
  /** The name of the key. */
  readonly name: string
  /** Its data, for `decodeFields('TSIG', bytes)`. */
  readonly bytes: Uint8Array
  /** Where the record begins: what was signed are the bytes before, with one additional record less. */
  readonly offset: number
}

export interface Message extends Header {
  readonly questions: readonly Question[]
  readonly answers: readonly MessageRecord[]
  readonly authorities: readonly MessageRecord[]
  /** Without OPT and TSIG, which are members of their own. */
  readonly additionals: readonly MessageRecord[]
  readonly edns?: Edns
  readonly tsig?: ReceivedTsig
}

/** A message to encode: members that are left out are 0, false or empty. */
export type MessageParts = Partial<Omit<Message, 'tsig'>>

export const opcodes = { QUERY: 0, IQUERY: 1, STATUS: 2, NOTIFY: 4, UPDATE: 5 } as const

export const rcodes = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  YXRRSET: 7,
  NXRRSET: 8,
  NOTAUTH: 9,
  NOTZONE: 10,
  /** Also BADSIG in a TSIG record. */
  BADVERS: 16,
  BADKEY: 17,
  BADTIME: 18,
  BADTRUNC: 22,
  BADCOOKIE: 23,
} as const

const names: ReadonlyMap<number, string> = new Map(Object.entries(rcodes).map(([name, code]) => [code, name]))

/** `NXDOMAIN`, or `RCODE24` where it has no name. */
export function rcodeName(code: number): string {
  return names.get(code) ?? `RCODE${code}`
}
