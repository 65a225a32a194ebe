import { encodeData } from '../record-data.ts'
import { typeCodes } from '../type-codes.ts'
import { DataWriter, type SetParts } from './data-writer.ts'

/** The addresses to which the ALIAS at the apex of a zone led. Those of a family are undefined while they are unknown. */
export interface AliasAddresses {
  /** Seconds. */
  readonly ttl: number
  readonly ipv4: readonly string[] | undefined
  readonly ipv6: readonly string[] | undefined
}

/**
 * The entry of the addresses, for `ServedZone.withAlias`. A family without addresses has no set, and an unknown one has a set
 * without records.
 *
 * @throws {DnsError} `invalid_data` for text that isn't an address
 */
export function aliasEntry({ ttl, ipv4, ipv6 }: AliasAddresses): Uint8Array {
  const sets = [...addressSet('A', ttl, ipv4), ...addressSet('AAAA', ttl, ipv6)]
  const writer = new DataWriter()
  writer.entry({ labels: new Uint8Array(0), flags: 0, sets })
  return writer.bytes()
}

function addressSet(type: 'A' | 'AAAA', ttl: number, addresses: readonly string[] | undefined): readonly SetParts[] {
  if (addresses?.length === 0) return []
  return [{ type: typeCodes[type], ttl, data: (addresses ?? []).map((address) => encodeData(type, address)) }]
}
