/** The place that an encrypted value belongs to, besides its plugin. Moved to another place it does not open. */
export interface EncryptionContext {
  /** Name of the value, such as `smtp_password`. */
  readonly field: string
  /** The id of the row that holds it, where there are several. */
  readonly row?: string
  /** The workspace: that of the request when left out, and `null` for the instance. Outside a request it is the instance. */
  readonly orgId?: string | null
}
