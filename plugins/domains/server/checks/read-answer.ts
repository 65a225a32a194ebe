/**
 * What the answer of one server says of a record. Only an authoritative answer about the very name counts: an alias is
 * not followed, since it may lead out of the zone to someone who does not control it, and a referral or a cached answer
 * proves nothing.
 */
import { fieldsOf, isSameName, isWithin, rcodes, type Message, type MessageRecord } from '@host/dns'
import type { LookupProblem, ServerAnswer } from '../../shared.ts'

/** The record to look for. */
export interface ExpectedRecord {
  /** Without a dot at the end. */
  readonly name: string
  readonly value: string
}

/** What one server says. */
export type ReadAnswer = Pick<ServerAnswer, 'state' | 'problem' | 'seen'>

const mostSeen = 5
const longestSeen = 255

/** Reads the answer of one server. @throws DnsError for data that can't be read */
export function readAnswer(message: Message, { name, value }: ExpectedRecord): ReadAnswer {
  const failure = failureOf(message)
  if (failure !== undefined) return failed(failure)
  const owner = `${name}.`
  if (message.answers.some((record) => isAliasOf(record, owner))) return { state: 'wrong', problem: 'alias', seen: [] }
  const texts = message.answers.filter((record) => record.type === 'TXT' && isSameName(record.name, owner)).map(textOf)
  if (texts.includes(value)) return { state: 'ok', problem: null, seen: [] }
  const seen = texts.slice(0, mostSeen).map(shown)
  return { state: texts.length === 0 ? 'missing' : 'wrong', problem: null, seen }
}

/** A server whose answer is unknown. */
export function failed(problem: LookupProblem): ReadAnswer {
  return { state: 'lookup_failed', problem, seen: [] }
}

function failureOf({ rcode, isAuthoritative }: Message): LookupProblem | undefined {
  if (rcode === rcodes.REFUSED) return 'refused'
  if (rcode === rcodes.SERVFAIL) return 'server_failure'
  if (rcode !== rcodes.NOERROR && rcode !== rcodes.NXDOMAIN) return 'bad_answer'
  return isAuthoritative ? undefined : 'lame'
}

function isAliasOf({ type, name }: MessageRecord, owner: string): boolean {
  return (type === 'CNAME' && isSameName(name, owner)) || (type === 'DNAME' && isWithin(owner, name))
}

/** The strings of a record belong together: long values come in pieces. */
function textOf({ data }: MessageRecord): string {
  return Buffer.concat([...fieldsOf('TXT', data).strings]).toString('latin1')
}

/** A value from the network, as people are shown it. */
function shown(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '\u{fffd}')
  return plain.length > longestSeen ? `${plain.slice(0, longestSeen - 1)}…` : plain
}
