/**
 * What the answer of one server says of records. Only an authoritative answer about the very name counts: an alias is
 * not followed, since it may lead out of the zone to someone who does not control it, and a cached answer proves nothing.
 * A referral to a zone below has the records of the delegation itself, which no server answers with authority.
 */
import { fieldsOf, isSameName, isWithin, rcodes, type Message, type MessageRecord } from '@host/dns'
import type { LookupProblem, ServerAnswer } from '../../shared.ts'
import { dataKey } from '../providers/record-sets.ts'
import type { AskedRecords } from './name-servers.ts'

/** The records to look for. */
export interface ExpectedRecords extends AskedRecords {
  /** As zone files have them. */
  readonly data: readonly string[]
  /** Whether other records of the type are wrong, as in a record set of a zone; a challenge may be among others. */
  readonly isWhole: boolean
  /** Whether the provider answers with addresses of its own. */
  readonly isProxied: boolean
}

/** What one server says. */
export type ReadAnswer = Pick<ServerAnswer, 'state' | 'problem' | 'seen'>

const mostSeen = 5
const longestSeen = 255

/** The question for records. A proxy has IPv4 addresses for every name. */
export function questionFor({ name, type, isProxied }: ExpectedRecords): AskedRecords {
  return { name, type: isProxied ? 'A' : type }
}

/** Reads the answer of one server of a zone. @throws DnsError for data that can't be read */
export function readAnswer(message: Message, expected: ExpectedRecords, zone: string): ReadAnswer {
  const failure = failureOf(message)
  if (failure === undefined) return readRecords(message.answers, expected)
  if (failure !== 'lame' || !expected.isWhole || !isReferral(message, expected.name, zone)) return failed(failure)
  return readRecords([...message.authorities, ...message.additionals], expected)
}

/** Reads records, of a server or of a cache. @throws DnsError for data that can't be read */
export function readRecords(records: readonly MessageRecord[], expected: ExpectedRecords): ReadAnswer {
  const owner = `${expected.name}.`
  const { type } = questionFor(expected)
  if (type !== 'CNAME' && records.some((record) => isAliasOf(record, owner))) {
    return { state: 'wrong', problem: 'alias', seen: [] }
  }
  const own = records.filter((record) => record.type === type && isSameName(record.name, owner))
  const values = own.map(({ data }) => textOf(type, data))
  if (values.length === 0) return { state: 'missing', problem: null, seen: [] }
  if (isExpected(values, expected)) return { state: 'ok', problem: null, seen: [] }
  return { state: 'wrong', problem: null, seen: [...new Set(values)].slice(0, mostSeen).map(shown) }
}

/** A server whose answer is unknown. */
export function failed(problem: LookupProblem): ReadAnswer {
  return { state: 'lookup_failed', problem, seen: [] }
}

/** Addresses of a proxy are any but those that it hides. */
function isExpected(values: readonly string[], { type, data, isWhole, isProxied }: ExpectedRecords): boolean {
  const wanted = new Set(data.map((text) => dataKey(type, textOf(type, text))))
  const found = new Set(values.map((value) => dataKey(type, value)))
  if (isProxied) return wanted.isDisjointFrom(found)
  return wanted.isSubsetOf(found) && (!isWhole || wanted.size === found.size)
}

function failureOf({ rcode, isAuthoritative }: Message): LookupProblem | undefined {
  if (rcode === rcodes.REFUSED) return 'refused'
  if (rcode === rcodes.SERVFAIL) return 'server_failure'
  if (rcode !== rcodes.NOERROR && rcode !== rcodes.NXDOMAIN) return 'bad_answer'
  return isAuthoritative ? undefined : 'lame'
}

/** Whether a server refers to a zone below its own that has the name. */
function isReferral({ answers, authorities }: Message, name: string, zone: string): boolean {
  const isBelow = (owner: string): boolean => isWithin(owner, zone) && !isSameName(owner, zone)
  const cut = authorities.find((record) => record.type === 'NS' && isBelow(record.name))
  return answers.length === 0 && cut !== undefined && isWithin(`${name}.`, cut.name)
}

function isAliasOf({ type, name }: MessageRecord, owner: string): boolean {
  return (type === 'CNAME' && isSameName(name, owner)) || (type === 'DNAME' && isWithin(owner, name))
}

/** The strings of a TXT record belong together: long values come in pieces. */
function textOf(type: string, data: string): string {
  return type === 'TXT' ? Buffer.concat([...fieldsOf('TXT', data).strings]).toString('latin1') : data
}

/** A value from the network, as people are shown it. */
function shown(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '\u{fffd}')
  return plain.length > longestSeen ? `${plain.slice(0, longestSeen - 1)}…` : plain
}
