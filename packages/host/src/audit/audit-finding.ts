/** The problem of a sealed entry, or of a chain as a whole. */
export type FindingKind =
  /** A value of the entry is another one. */
  | 'altered'
  /** The entry was sealed at another place of the chain. */
  | 'reordered'
  /** An entry is missing at a place of the chain. */
  | 'removed'
  /** Entries at the end of the chain are gone. */
  | 'cut off'
  /** The entry was never sealed. */
  | 'inserted'
  /** The row that holds the two ends of the chain was altered. */
  | 'chain altered'
  /** The row that holds the two ends of a chain is gone. */
  | 'chain removed'

/** Something that is wrong with the audit log. */
export interface AuditFinding {
  readonly kind: FindingKind
  /** The workspace; undefined for the chain of the instance. */
  readonly orgId: string | undefined
  /** The place in the chain; undefined for the chain as a whole. */
  readonly sequence?: number | undefined
  readonly id?: string | undefined
  /** A sentence for people. */
  readonly detail: string
}
