/** Reads updates of the protocol dyndns2, as `ddclient`, `inadyn`, routers and other programs send them. */
import { domainLimits, type DdnsType } from '../../shared.ts'
import { toAscii } from '../records/record-names.ts'
import { normalNameOf } from '../records/read-provider-set.ts'
import { readPrefix, type AddressPrefix } from './address-prefix.ts'
import { usableAddress } from './usable-address.ts'

/** Addresses that names are to have. A type without one stays as it is. */
export interface UpdateAddresses extends Readonly<Record<DdnsType, readonly string[]>> {
  /** Takes the place of the first bits of the AAAA records of each name. */
  readonly prefix: AddressPrefix | undefined
}

/** An update as its client sent it. */
export interface UpdateRequest {
  /** In their order, with A-labels in lower case; undefined for a text that is not a whole name. */
  readonly names: readonly (string | undefined)[]
  /** Undefined when one is invalid, or none is known. */
  readonly addresses: UpdateAddresses | undefined
  /** The addresses as they were sent, for people. */
  readonly sent: string
}

/** The sender of an update. */
export interface UpdateSender {
  /** The user name, which some routers fill with the name of the host. */
  readonly user: string
  /** Its public address; undefined where it is not known. */
  readonly address: string | undefined
}

/** Characters of a list, such as 20 names with their escapes. */
const longestList = 8_000
const longestSent = 300

/** Reads an update. @returns the answer `numhost` to one of too many names */
export function readUpdate(query: URLSearchParams, { user, address }: UpdateSender): UpdateRequest | 'numhost' {
  const hosts = itemsOf(query, 'hostname')
  const names = hosts.length > 0 ? hosts : [user.trim()]
  if (names.length > domainLimits.ddnsNames) return 'numhost'
  const given = givenAddresses(query)
  const addresses = given.length > 0 ? given : [{ text: address ?? '', types: all }]
  return {
    names: names.map(wholeName),
    addresses: readAddresses(addresses),
    sent: addresses
      .map(({ text }) => text)
      .join(', ')
      .slice(0, longestSent),
  }
}

/** A name as record sets have it; undefined for one without a dot, or an invalid one. */
function wholeName(text: string): string | undefined {
  const name = normalNameOf(toAscii(text))
  return name?.includes('.') === true ? name : undefined
}

interface GivenAddress {
  readonly text: string
  readonly types: readonly DdnsType[]
}

const all: readonly DdnsType[] = ['A', 'AAAA']
const parameters: readonly (readonly [name: string, types: readonly DdnsType[]])[] = [
  ['myip', all],
  ['myipv4', ['A']],
  ['myipv6', ['AAAA']],
]

function givenAddresses(query: URLSearchParams): readonly GivenAddress[] {
  return parameters.flatMap(([name, types]) => itemsOf(query, name).map((text) => ({ text, types })))
}

/** The parts of a list with commas. Routers send an empty text for an address that they don't have. */
function itemsOf(query: URLSearchParams, name: string): readonly string[] {
  const items = (query.get(name) ?? '').slice(0, longestList).split(',')
  return items.map((text) => text.trim()).filter((text) => text !== '')
}

function readAddresses(given: readonly GivenAddress[]): UpdateAddresses | undefined {
  const read = given.map(readAddress)
  const ofType = (type: DdnsType) => [...new Set(read.flatMap((each) => each?.[type] ?? []))]
  const [A, AAAA, prefixes] = [ofType('A'), ofType('AAAA'), read.flatMap((each) => each?.prefix ?? [])]
  const isShort = Math.max(A.length, AAAA.length) <= domainLimits.ddnsAddresses && prefixes.length <= 1
  return isShort && !read.includes(undefined) ? { A, AAAA, prefix: prefixes[0] } : undefined
}

type ReadAddress = Partial<Record<DdnsType, string>> & { readonly prefix?: AddressPrefix }

/** One address or prefix; undefined for an invalid one. */
function readAddress({ text, types }: GivenAddress): ReadAddress | undefined {
  for (const type of types) {
    const address = usableAddress(type, text)
    if (address !== undefined) return { [type]: address }
  }
  const prefix = types.includes('AAAA') ? readPrefix(text) : undefined
  return prefix && { prefix }
}
