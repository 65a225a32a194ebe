import type { checkRecord, SeenRecords } from './check-record.ts'

/** Checks records. The DNS client takes 15 ms to load, so it is loaded with the first check. */
export async function runCheck(...given: Parameters<typeof checkRecord>): Promise<SeenRecords> {
  const loaded = await import('./check-record.ts')
  return await loaded.checkRecord(...given)
}
