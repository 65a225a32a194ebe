import type { BlobQueries } from './blob-contents.ts'

/**
 * Releases the contents of a workspace whose rows are about to be deleted, in the same transaction: the next sweep
 * removes them, and so does the first one after a crash.
 */
export async function eraseBlobs(queries: BlobQueries, orgId: string): Promise<void> {
  await queries
    .updateTable('host_blob_contents')
    .set({ state: 'dropped', until: null })
    .where('id', 'in', (from) => from.selectFrom('host_blobs').select('content_id').where('org_id', '=', orgId))
    .execute()
}
