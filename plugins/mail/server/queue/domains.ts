import { domainToASCII } from 'node:url'

/** The domain of an address in ASCII, for which its messages wait together. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain.toLowerCase()
}

/** The lane of a destination, so that a slow one delays no other of the workspace. */
export function laneOf(domain: string): string {
  return domain.slice(-100)
}
