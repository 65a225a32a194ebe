import { normalizeHostName } from '@host/plugin'
import { localPartOf } from '../../shared.ts'

/** An address in its one form. */
export interface ReadAddress {
  readonly local: string
  /** As `normalizeHostName` has it. */
  readonly domain: string
  readonly address: string
}

/** Undefined for a text that is not an address. */
export function readAddress(text: string): ReadAddress | undefined {
  const local = localPartOf(text)
  const host = text.slice(text.lastIndexOf('@') + 1)
  // The form of host names drops a port, which no address has.
  const domain = host.includes(':') ? undefined : normalizeHostName(host)
  if (local === undefined || domain === undefined) return undefined
  return { local, domain, address: `${local}@${domain}` }
}

/** The address that stands for the rest of a domain. */
export function catchAllOf(domain: string): string {
  return `*@${domain}`
}
