import type { BlobQueries } from './blob-contents.ts'
import type { BlobName } from './blob-name.ts'

export type BlobOwner = Omit<BlobName, 'name'>

/** A content with the name that leads to it. */
export interface NamedContent {
  readonly name: string
  readonly content: string
  readonly size: number
  readonly type: string
}

/** @returns the contents that the names led to before */
export async function nameContents(
  queries: BlobQueries,
  { orgId, plugin }: BlobOwner,
  { named, changedAt }: { readonly named: readonly NamedContent[]; readonly changedAt: string },
): Promise<readonly string[]> {
  const rows = await queries
    .insertInto('host_blobs')
    .values(
      named.map(({ name, content, size, type }) => ({
        org_id: orgId,
        plugin,
        name,
        content_id: content,
        size,
        type,
        changed_at: changedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'plugin', 'name']).doUpdateSet((set) => ({
        content_id: set.ref('excluded.content_id'),
        size: set.ref('excluded.size'),
        type: set.ref('excluded.type'),
        changed_at: changedAt,
        former_id: set.ref('host_blobs.content_id'),
      })),
    )
    .returning('former_id')
    .execute()
  return rows.flatMap(({ former_id: former }) => (former === null ? [] : [former]))
}
