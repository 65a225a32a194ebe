/** Types of records that the checks of a sender ask for. */
export type LookupType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'PTR' | 'TXT'

/**
 * An answer of DNS. Records are texts: addresses, names, `10 mail.example.com` for MX, and for TXT the joined strings
 * of each record.
 */
export type LookupAnswer =
  | { readonly kind: 'records'; readonly records: readonly string[] }
  /** The name exists without records of this type. */
  | { readonly kind: 'no-data' }
  /** The name does not exist. */
  | { readonly kind: 'no-name' }

/** Asks DNS for names without their last dot. It rejects without an answer, which is a temporary error of the check. */
export type Lookup = (
  name: string,
  type: LookupType,
  options: { readonly signal: AbortSignal },
) => Promise<LookupAnswer>
