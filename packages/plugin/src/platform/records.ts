import type { RecordName } from '../services/record-name.ts'
import { serviceToken } from '../service.ts'

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
 *
 * Audience: platform.
 * @since 1.0.0
 */
export const Records = serviceToken<RecordsService>('core.records')
