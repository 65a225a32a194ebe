import type { Prerequisite, ZoneUpdate } from '../client/send-update.ts'
import { DnsError } from '../dns-error.ts'
import type { Message, MessageRecord } from '../message/message.ts'
import { isWithin, nameKey } from '../names.ts'
import { typeCode } from '../type-codes.ts'

/** The changes that an UPDATE asks for (RFC 2136). */
export interface UpdateRequest {
  /** The name of the zone, as the client wrote it. */
  readonly zone: string
  readonly prerequisites: readonly Prerequisite[]
  readonly updates: readonly ZoneUpdate[]
}

/**
 * Reads a decoded UPDATE. It has as much as `sendUpdate` sends, and nothing is applied or compared with a zone.
 *
 * @throws {DnsError} `formerr` for a message that RFC 2136 §3 refuses, `notzone` for a name outside the zone
 */
export function readUpdate({ questions, answers, authorities }: Message): UpdateRequest {
  const [question] = questions
  if (question === undefined || questions.length > 1 || question.type !== 'SOA') {
    throw malformed('An update names one zone, with the type SOA.')
  }
  for (const { name } of [...answers, ...authorities]) {
    if (!isWithin(name, question.name)) throw new DnsError('notzone', 'A name is outside the zone.')
  }
  return {
    zone: question.name,
    prerequisites: readPrerequisites(answers, question.class),
    updates: authorities.map((record) => readChange(record, question.class)),
  }
}

/** The records of each set are one prerequisite. */
function readPrerequisites(records: readonly MessageRecord[], zoneClass: string): Prerequisite[] {
  const conditions: Prerequisite[] = []
  const sets = new Map<string, { name: string; type: string; data: string[] }>()
  for (const record of records) {
    const { name, type, ttl, data } = record
    if (ttl !== 0) throw malformed('A prerequisite has a TTL.')
    if (record.class !== zoneClass) {
      conditions.push(readCondition(record))
      continue
    }
    checkType(type)
    const key = `${nameKey(name)} ${type}`
    const set = sets.get(key) ?? { name, type, data: [] }
    set.data.push(data)
    sets.set(key, set)
  }
  return [...conditions, ...[...sets.values()].map((set) => ({ expect: 'records' as const, ...set }))]
}

function readCondition(record: MessageRecord): Prerequisite {
  const { name, type } = record
  const isPresent = record.class === 'ANY'
  if (!isPresent && record.class !== 'NONE') throw malformed('A prerequisite has another class.')
  if (record.data !== '') throw malformed('A prerequisite about a name or a set has data.')
  if (type === 'ANY') return { expect: isPresent ? 'name' : 'noName', name }
  checkType(type)
  return { expect: isPresent ? 'rrset' : 'noRrset', name, type }
}

function readChange(record: MessageRecord, zoneClass: string): ZoneUpdate {
  const { name, type, ttl, data } = record
  if (record.class === zoneClass) {
    checkType(type)
    return { action: 'add', record: { name, type, ttl, data } }
  }
  if (ttl !== 0) throw malformed('A deletion has a TTL.')
  if (record.class === 'NONE') {
    checkType(type)
    return { action: 'deleteRecord', name, type, data }
  }
  if (record.class !== 'ANY' || data !== '') throw malformed('A deletion has another class, or data.')
  if (type === 'ANY') return { action: 'deleteName', name }
  checkType(type)
  return { action: 'deleteRrset', name, type }
}

/** Types of questions and messages aren't data of a zone. */
function checkType(type: string): void {
  const code = typeCode(type)
  if (code === 0 || type === 'OPT' || (code >= 128 && code <= 255)) throw malformed(`${type} isn't a type of records.`)
}

function malformed(problem: string): DnsError {
  return new DnsError('formerr', problem)
}
