import { opcodes, rcodes, type Message, type MessageRecord } from '../message/message.ts'
import type { ResourceRecord } from '../resource-record.ts'
import type { ServerOptions } from './ask-server.ts'
import { closedError, exchangeTcp } from './exchange-tcp.ts'
import { Query } from './query.ts'
import { rcodeError } from './rcode-error.ts'

/** A condition of an update, `records` for exactly these records or none; the server applies nothing when one doesn't hold (RFC 2136 §2.4). */
export type Prerequisite =
  | { readonly expect: 'records'; readonly name: string; readonly type: string; readonly data: readonly string[] }
  | { readonly expect: 'rrset' | 'noRrset'; readonly name: string; readonly type: string }
  | { readonly expect: 'name' | 'noName'; readonly name: string }

/** A change of an update (RFC 2136 §2.5). */
export type ZoneUpdate =
  | { readonly action: 'add'; readonly record: ResourceRecord }
  | { readonly action: 'deleteRecord'; readonly name: string; readonly type: string; readonly data: string }
  | { readonly action: 'deleteRrset'; readonly name: string; readonly type: string }
  | { readonly action: 'deleteName'; readonly name: string }

export interface UpdateOptions extends ServerOptions {
  readonly zone: string
  readonly prerequisites?: readonly Prerequisite[]
  readonly updates: readonly ZoneUpdate[]
}

const defaultTimeout = 10_000

/**
 * Changes a zone with one request: the server applies all of it or nothing. It is sent over TCP and once. A repeated
 * request, after its answer was lost, would fail on its own prerequisites.
 *
 * @throws {DnsError} for an answer other than NOERROR, such as `nxrrset` and `yxrrset` for a prerequisite, `refused`,
 *   `notauth`, `notzone`; and as `askServer`. After `timeout` and `closed` the update may have been applied.
 */
export async function sendUpdate(options: UpdateOptions): Promise<void> {
  const { timeout = defaultTimeout, signal, zone, prerequisites = [], updates } = options
  const query = new Query(
    {
      opcode: opcodes.UPDATE,
      questions: [{ name: zone, type: 'SOA', class: 'IN' }],
      answers: prerequisites.flatMap(recordsOfPrerequisite),
      authorities: updates.map(recordOfUpdate),
    },
    { ...options, randomizesCase: false },
  )
  for await (const bytes of exchangeTcp(options, { query: query.bytes, timeout, signal })) {
    return checkAnswer(query.readMessage(bytes))
  }
  throw closedError(options)
}

function checkAnswer({ rcode }: Message): void {
  if (rcode !== rcodes.NOERROR) throw rcodeError(rcode)
}

function recordsOfPrerequisite(prerequisite: Prerequisite): MessageRecord[] {
  const { name, expect } = prerequisite
  const type = 'type' in prerequisite ? prerequisite.type : 'ANY'
  const isEmpty = expect === 'records' && prerequisite.data.length === 0
  if (expect === 'records' && !isEmpty) {
    return prerequisite.data.map((data) => ({ name, type, class: 'IN', ttl: 0, data }))
  }
  return [{ name, type, class: expect === 'rrset' || expect === 'name' ? 'ANY' : 'NONE', ttl: 0, data: '' }]
}

function recordOfUpdate(update: ZoneUpdate): MessageRecord {
  if (update.action === 'add') return { ...update.record, class: 'IN' }
  const { name } = update
  if (update.action === 'deleteName') return { name, type: 'ANY', class: 'ANY', ttl: 0, data: '' }
  const { type } = update
  if (update.action === 'deleteRrset') return { name, type, class: 'ANY', ttl: 0, data: '' }
  return { name, type, class: 'NONE', ttl: 0, data: update.data }
}
