import type { DomainCheck } from '../../shared.ts'
import type { checkRecord } from './check-record.ts'

/** Checks a record. The DNS client takes 15 ms to load, so it is loaded with the first check. */
export async function runCheck(...given: Parameters<typeof checkRecord>): Promise<DomainCheck> {
  const loaded = await import('./check-record.ts')
  return await loaded.checkRecord(...given)
}
