/** A job to be added, already validated. */
export interface NewJob {
  /** A workspace, or `instanceOrgId`. */
  readonly orgId: string
  readonly plugin: string
  /** The name of its kind. */
  readonly kind: string
  /** JSON. */
  readonly input: string
  readonly attempts: number
  /** Milliseconds from now at the earliest. */
  readonly delay?: number | undefined
  readonly uniqueKey?: string | undefined
  readonly lane?: string | undefined
  readonly startedBy?: string | undefined
}
