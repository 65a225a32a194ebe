import { encodeData } from '../record-data.ts'
import { typeCodes } from '../type-codes.ts'
import { DataWriter } from './data-writer.ts'

/** The addresses to which the ALIAS at the apex of a zone led. */
export interface AliasAddresses {
  /** Seconds. */
  readonly ttl: number
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
}

/** The entry of the addresses, for `ServedZone.withAlias`. @throws {DnsError} `invalid_data` for text that isn't an address */
export function aliasEntry({ ttl, ipv4, ipv6 }: AliasAddresses): Uint8Array {
  const sets = [
    { type: typeCodes.A, ttl, data: ipv4.map((address) => encodeData('A', address)) },
    { type: typeCodes.AAAA, ttl, data: ipv6.map((address) => encodeData('AAAA', address)) },
  ].filter(({ data }) => data.length > 0)
  const writer = new DataWriter()
  writer.entry({ labels: new Uint8Array(0), flags: 0, sets })
  return writer.bytes()
}
