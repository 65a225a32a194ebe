/**
 * One write is one UPDATE with the condition that exactly the former records are there, so that the server itself refuses
 * a lost update. The condition doesn't cover the TTL, so that is compared before. An answer may be lost, and servers
 * silently leave out records that they don't take. So the records are read again after every update.
 */
import { DnsError, type ZoneUpdate } from '@host/dns'
import type { DnsRecordChange, DnsRecordSet } from '@host/plugin'
import { conflict, failed, invalid } from '../provider-problems.ts'
import { isSameRecordSet } from '../record-sets.ts'
import { isUnmet } from './name-server.ts'
import { exactly, readKeys, type ServedZone } from './read-keys.ts'

/** Changes a record set. @throws DnsError, Problem */
export async function writeSet(served: ServedZone, change: DnsRecordChange): Promise<void> {
  const { before, after } = change
  if (isApexNs(change, served.zone) && after === null) throw invalid(texts.apexNs)
  const present = await readOne(served, change)
  if (isSameRecordSet(present, after)) return
  if (!isSameRecordSet(present, before)) throw conflict()
  await settle(served, change, await update(served, change))
}

/** Sends the update. @returns the error after which it may be done nevertheless */
async function update({ server, zone, signal }: ServedZone, change: DnsRecordChange): Promise<DnsError | undefined> {
  const prerequisites = [exactly(change, change.before)]
  try {
    await server.update({ zone, prerequisites, updates: updatesOf(change, zone) }, signal)
    return undefined
  } catch (error) {
    if (error instanceof DnsError && mayBeDone(error)) return error
    throw error
  }
}

/** Judges by the records that are there now. */
async function settle(served: ServedZone, change: DnsRecordChange, failure: DnsError | undefined): Promise<void> {
  const present = await readOne(served, change)
  if (isSameRecordSet(present, change.after)) return
  if (!isSameRecordSet(present, change.before)) throw conflict()
  throw failure === undefined || isUnmet(failure) ? unchanged(failure) : failure
}

function unchanged(failure: DnsError | undefined): Error {
  // The records were changed and changed back, so the next attempt may succeed.
  return failure === undefined ? invalid(texts.ignored) : failed(undefined, failure)
}

async function readOne(served: ServedZone, { name, type }: DnsRecordChange): Promise<DnsRecordSet | null> {
  const [set = null] = await readKeys(served, [{ name, type }])
  return set
}

/** Whether the update may be in the zone: its answer was lost, or its condition fails because it was done before. */
function mayBeDone(error: DnsError): boolean {
  return isUnmet(error) || error.code === 'timeout' || error.code === 'closed'
}

function updatesOf(change: DnsRecordChange, zone: string): readonly ZoneUpdate[] {
  const { type, before, after } = change
  const name = `${change.name}.`
  const adds = (after?.data ?? []).map((data): ZoneUpdate => {
    return { action: 'add', record: { name, type, ttl: after?.ttl ?? 0, data } }
  })
  if (!isApexNs(change, zone)) return [{ action: 'deleteRrset', name, type }, ...adds]
  // Servers keep the last name server of a zone, so the new ones come first (RFC 2136 §3.4.2.4).
  const gone = (before?.data ?? []).filter((data) => after?.data.includes(data) !== true)
  return [...adds, ...gone.map((data): ZoneUpdate => ({ action: 'deleteRecord', name, type, data }))]
}

function isApexNs({ name, type }: DnsRecordChange, zone: string): boolean {
  return type === 'NS' && name === zone
}

const texts = {
  apexNs: { en: 'A zone needs its NS records.', zh: '区域必须保留 NS 记录。' },
  ignored: {
    en: "The name server accepted the update but didn't apply it. Check for a CNAME beside other records.",
    zh: '域名服务器接受了更新但并未生效，请检查 CNAME 是否与其他记录并存。',
  },
} as const
