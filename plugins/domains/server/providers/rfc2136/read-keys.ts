/**
 * Record sets by their keys, without a transfer of the zone. A query finds them, but it may find those of a wildcard or
 * follow a delegation. So the server is asked besides, by an update that changes nothing, whether exactly these records
 * are there. Only where they are not, the zone is transferred.
 */
import { DnsError, type DnsErrorCode, type Prerequisite } from '@host/dns'
import type { DnsCapabilities, DnsRecordKey, DnsRecordSet } from '@host/plugin'
import { failed } from '../provider-problems.ts'
import { recordKey } from '../record-sets.ts'
import { collectSets } from './collect-sets.ts'
import type { NameServer } from './name-server.ts'

/** More keys are read by a transfer, where the server allows it. */
const mostQueries = 20

/** A zone at its server. */
export interface ServedZone {
  readonly server: NameServer
  readonly zone: string
  readonly capabilities: DnsCapabilities
  readonly signal: AbortSignal
}

/** The record sets of the keys. @throws DnsError, Problem */
export async function readKeys(served: ServedZone, keys: readonly DnsRecordKey[]): Promise<readonly DnsRecordSet[]> {
  const all = keys.length > mostQueries ? await transferIfAllowed(served) : undefined
  if (all !== undefined) {
    const wanted = new Set(keys.map(recordKey))
    return all.filter((each) => wanted.has(recordKey(each)))
  }
  const found: DnsRecordSet[] = []
  for (const key of keys) {
    const set = await readKey(served, key)
    if (set !== null) found.push(set)
  }
  return found
}

/** All record sets. @throws DnsError */
export async function readZone({ server, zone, capabilities, signal }: ServedZone): Promise<readonly DnsRecordSet[]> {
  return collectSets(await server.transfer(zone, signal), capabilities)
}

/** The condition that a key has exactly the records of a set, or none. */
export function exactly({ name, type }: DnsRecordKey, set: DnsRecordSet | null): Prerequisite {
  return { expect: 'records', name: `${name}.`, type, data: set?.data ?? [] }
}

async function readKey(served: ServedZone, key: DnsRecordKey): Promise<DnsRecordSet | null> {
  const { server, zone, capabilities, signal } = served
  const [set = null] = collectSets(await server.ask(key, signal), capabilities)
  if (await server.holds(zone, [exactly(key, set)], signal)) return set
  const all = await transferIfAllowed(served)
  if (all !== undefined) return all.find((each) => recordKey(each) === recordKey(key)) ?? null
  if (await server.holds(zone, [exactly(key, null)], signal)) return null
  throw failed(texts.hidden)
}

/** Knot doesn't know a key that it takes for updates only. */
const transferRefusals: ReadonlySet<DnsErrorCode> = new Set(['refused', 'notauth', 'bad_key'])

/** Undefined where the server refuses transfers to this key. A key that it refuses altogether fails in every query. */
async function transferIfAllowed(served: ServedZone): Promise<readonly DnsRecordSet[] | undefined> {
  try {
    return await readZone(served)
  } catch (error) {
    if (error instanceof DnsError && transferRefusals.has(error.code)) return undefined
    throw error
  }
}

const texts = {
  hidden: {
    en: 'These records can be read by a zone transfer only. Allow transfers for the key.',
    zh: '这些记录只能通过区域传送读取，请允许该密钥进行区域传送。',
  },
} as const
