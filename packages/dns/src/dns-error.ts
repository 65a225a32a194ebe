/**
 * Why DNS data was refused. `invalid_name`, `invalid_data`, `unknown_type`: text of a caller. `malformed`: bytes from the
 * network. `too_large`: it does not fit into a message.
 */
export type DnsErrorCode =
  | 'invalid_name'
  | 'invalid_data'
  | 'unknown_type'
  | 'malformed'
  | 'too_large'
  | SigningErrorCode
  | ServerErrorCode
  | Rcode

/** About a signature; `clock`: the clocks differ too much. */
type SigningErrorCode = 'invalid_key' | 'unsigned' | 'bad_key' | 'bad_sig' | 'bad_trunc' | 'clock'

/** About an exchange with a server; `too_many`: beyond a limit of the caller. */
type ServerErrorCode =
  | 'bad_address'
  | 'bad_port'
  | 'address_denied'
  | 'timeout'
  | 'unreachable'
  | 'closed'
  | 'flood'
  | 'mismatch'
  | 'too_many'
  | 'no_authority'

/** The answer of a server, in lower case; `rcode`: one without a code here. */
type Rcode =
  | 'formerr'
  | 'servfail'
  | 'nxdomain'
  | 'notimp'
  | 'refused'
  | 'yxdomain'
  | 'yxrrset'
  | 'nxrrset'
  | 'notauth'
  | 'notzone'
  | 'rcode'

/** The one error of this package. Its message is a sentence for the person who typed the data. */
export class DnsError extends Error {
  override readonly name = 'DnsError'
  readonly code: DnsErrorCode
  /** The field of the record that is wrong, as in the table of types. */
  readonly field: string | undefined

  constructor(code: DnsErrorCode, message: string, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}

/** The clock of a server and ours differ by more than a signature allows. */
export class ClockError extends DnsError {
  readonly serverTime: Date

  /** @param serverSeconds since 1970, as are ours */
  constructor(serverSeconds: number, ourSeconds: number) {
    const difference = Math.abs(serverSeconds - ourSeconds)
    const side = serverSeconds > ourSeconds ? 'ahead of' : 'behind'
    super('clock', `The clock of the server is ${difference} seconds ${side} ours.`)
    this.serverTime = new Date(serverSeconds * 1_000)
  }
}
