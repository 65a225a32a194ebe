import { serviceToken } from '../service.ts'

/** A record as people know it, by the `label` of its model. */
export interface RecordName {
  readonly id: string
  /** Null for a record that the workspace does not have: it was deleted, or belongs to another workspace. */
  readonly name: string | null
  /** A second text, such as the email address of a user; null without one. */
  readonly detail: string | null
}

/** Names of records, for pages that would show an id. */
export interface RecordsService {
  /**
   * The names of records of one workspace as they are now, in the order of the ids. Left out are texts that are not ids
   * of records with a name, and all after the first 20. The caller decides who may read them.
   */
  namesOf(orgId: string, ids: readonly string[]): Promise<readonly RecordName[]>
}

/**
 * Names of records.
 * @since 1.0.0
 */
export const Records = serviceToken<RecordsService>('core.records')
