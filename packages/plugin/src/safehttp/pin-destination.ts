import { isIP } from 'node:net'
import { specialNames } from './address-rules.ts'
import { parseAddress } from './address.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { resolveName } from './resolve-name.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** Where a connection is to go. */
export interface Destination {
  readonly host: string
  readonly port: number
  readonly policy: OutboundPolicy
  /** For the look-up, in milliseconds. */
  readonly timeout: number
}

/** The addresses that a host means for one connection, each of them judged. */
export interface PinnedDestination {
  readonly addresses: readonly string[]
  /** Whether all are public, and none stands by the operator's word. */
  readonly isPublic: boolean
}

/**
 * Looks up the addresses of a host, once, and checks all of them: a single forbidden one refuses the host, or the owner
 * of the name could hide it among others.
 * @throws SafeHttpError
 */
export async function pinDestination({ host, port, policy, timeout }: Destination): Promise<PinnedDestination> {
  const isSpecial = isSpecialName(host)
  if (isSpecial && policy.isStrict) throw new SafeHttpError('destination_not_allowed')
  const found = isIP(host) === 0 ? await resolveName(host, { timeout, nameServers: policy.nameServers }) : [host]
  const addresses = found.map((address) => parseAddress(address)?.text ?? '')
  const admissions = addresses.map((address) => policy.admit(address, port))
  const isPublic = admissions.every((admission) => admission === 'public')
  if (admissions.includes(undefined) || (isSpecial && admissions.includes('public'))) {
    throw new SafeHttpError('destination_not_allowed')
  }
  return { addresses, isPublic }
}

function isSpecialName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return specialNames.some((special) => name === special || name.endsWith(`.${special}`))
}
