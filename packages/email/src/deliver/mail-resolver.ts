export interface MxRecord {
  readonly preference: number
  /** With or without its trailing dot; "." or "" for the null MX. */
  readonly exchange: string
}

/** DNS for deliveries. A rejected promise is a temporary failure. */
export interface MailResolver {
  /** `undefined`: the domain doesn't exist. Empty: it has no MX record. */
  mx(domain: string): Promise<readonly MxRecord[] | undefined>
  /** IPv4 and IPv6 addresses in the order of use; none when there are none. */
  addresses(host: string): Promise<readonly string[]>
  /** The texts of TXT records, each joined; none when there are none. */
  txt(name: string): Promise<readonly string[]>
}
