import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'
import { metadataAddresses, outsideGlobalIPv6, refusedIPv4, refusedIPv6 } from './address-rules.ts'
import { parseAddress, type Address } from './address.ts'

const metadata: readonly Address[] = metadataAddresses.flatMap((text) => parseAddress(text) ?? [])

/** Every address of the rules, in a form that a socket can be given: it checks each address that it connects to. */
export const refusedAddresses: BlockList = listRefused()

/** Whether a cloud hands out credentials there. */
export function isMetadataAddress(address: Address): boolean {
  return metadata.some(({ text }) => text === address.text)
}

/** Whether the address is this machine under a public name: a local service that trusts local clients. */
export function isOwnAddress(address: Address): boolean {
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => parseAddress(entry.address.split('%')[0] ?? '')?.text === address.text),
  )
}

function listRefused(): BlockList {
  const list = new BlockList()
  for (const [range] of refusedIPv4) addRange(list, range, 'ipv4')
  for (const [first, last] of outsideGlobalIPv6) list.addRange(first, last, 'ipv6')
  for (const [range] of refusedIPv6) addRange(list, range, 'ipv6')
  for (const { text, family } of metadata) list.addAddress(text, family)
  return list
}

function addRange(list: BlockList, range: string, family: Address['family']): void {
  const [network = '', length] = range.split('/')
  list.addSubnet(network, Number(length), family)
}
