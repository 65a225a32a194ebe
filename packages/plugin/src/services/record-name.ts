/** A record as people know it, by the `label` of its model. */
export interface RecordName {
  readonly id: string
  /** Null for a record that the workspace does not have: it was deleted, or belongs to another workspace. */
  readonly name: string | null
  /** A second text, such as the email address of a user; null without one. */
  readonly detail: string | null
}
