/**
 * Why DNS data was refused. `invalid_name`, `invalid_data`, `unknown_type`: text of a caller. `malformed`: bytes from the
 * network. `too_large`: it does not fit into a message.
 */
export type DnsErrorCode = 'invalid_name' | 'invalid_data' | 'unknown_type' | 'malformed' | 'too_large'

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
