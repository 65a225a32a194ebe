import type { Prerequisite } from '../client/send-update.ts'
import { DnsError } from '../dns-error.ts'
import { encodeName } from '../names.ts'
import { encodeData } from '../record-data.ts'
import { typeCode } from '../type-codes.ts'
import { ScannedName } from '../zone/scanned-name.ts'
import type { ServedZone } from '../zone/served-zone.ts'
import { findSet, missing, recordCountOf, setCountAt, setHead, uint16At } from '../zone/zone-data.ts'

/**
 * Compares the prerequisites of an update with a zone (RFC 2136 §3.2). Names above others, without records of their own,
 * aren't in use.
 *
 * @throws {DnsError} `yxdomain`, `nxdomain`, `yxrrset`, `nxrrset` for the first that doesn't hold
 */
export function checkPrerequisites(zone: ServedZone, prerequisites: readonly Prerequisite[]): void {
  for (const prerequisite of prerequisites) {
    const entry = findEntry(zone, prerequisite.name)
    if ('type' in prerequisite) checkSet(zone, entry, prerequisite)
    else checkName(zone, entry, prerequisite)
  }
}

function findEntry(zone: ServedZone, owner: string): number {
  const name = new ScannedName()
  name.scan(encodeName(owner), 0)
  return zone.contains(name) ? zone.find(name, 0) : missing
}

function checkName({ data }: ServedZone, entry: number, { expect }: Prerequisite): void {
  const isInUse = entry !== missing && setCountAt(data, entry) > 0
  if (isInUse && expect === 'noName') throw new DnsError('yxdomain', 'A name exists that must not exist.')
  if (!isInUse && expect === 'name') throw new DnsError('nxdomain', "A name doesn't exist.")
}

type SetPrerequisite = Extract<Prerequisite, { readonly type: string }>

function checkSet({ data }: ServedZone, entry: number, prerequisite: SetPrerequisite): void {
  const set = entry === missing ? missing : findSet(data, entry, typeCode(prerequisite.type))
  const mustBeEmpty =
    prerequisite.expect === 'noRrset' || (prerequisite.expect === 'records' && prerequisite.data.length === 0)
  if (mustBeEmpty) {
    if (set !== missing) throw new DnsError('yxrrset', 'Records exist that must not exist.')
    return
  }
  const isAsExpected = prerequisite.expect !== 'records' || hasExactly(data, set, prerequisite)
  if (set === missing || !isAsExpected) throw new DnsError('nxrrset', "The records aren't as expected.")
}

function hasExactly(
  data: Uint8Array,
  set: number,
  prerequisite: Extract<Prerequisite, { expect: 'records' }>,
): boolean {
  if (set === missing) return false
  const wanted = new Set(prerequisite.data.map((text) => keyOf(encodeData(prerequisite.type, text))))
  const found = new Set<string>()
  let record = set + setHead
  for (let left = recordCountOf(data, set); left > 0; left -= 1) {
    const length = uint16At(data, record)
    found.add(keyOf(data.subarray(record + 2, record + 2 + length)))
    record += 2 + length
  }
  return wanted.size === found.size && wanted.isSubsetOf(found)
}

function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
