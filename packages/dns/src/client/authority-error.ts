import { DnsError, type DnsErrorCode } from '../dns-error.ts'

/** A server that was asked and did not lead on. */
export interface FailedServer {
  /** The name in the delegation. */
  readonly host: string
  /** `undefined` when the host has no address. */
  readonly address: string | undefined
  readonly error: DnsError
}

/** The servers of a zone that were asked about a name. */
export interface AskedZone {
  readonly zone: string
  /** In the order in which they were asked. */
  readonly servers: readonly FailedServer[]
}

/** The servers of a name weren't found. */
export class AuthorityError extends DnsError {
  /** The lowest zone whose servers were asked; `undefined` when none was found. */
  readonly asked: AskedZone | undefined

  constructor(code: DnsErrorCode, message: string, asked: AskedZone | undefined) {
    super(code, message)
    this.asked = asked
  }
}

export function noAddressError(host: string): DnsError {
  return new DnsError('no_authority', `The server ${host} has no address.`)
}

export function lameError(address: string): DnsError {
  return new DnsError('notauth', `The server at ${address} isn't authoritative for its zone.`)
}
