import { Problem, type Queries } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import { countMore } from '../links/link-totals.ts'
import type { Tables } from '../models.ts'

/** Tables of names that links have. */
export type LabelTable = 'links_tags' | 'links_folders'

/**
 * Waits for other creations of the workspace, so that no two of them exceed a limit together.
 * @throws Problem `conflict` where the workspace would have too many
 */
export async function requireRoom(
  tx: Queries<Tables>,
  table: LabelTable,
  { more, path }: { readonly more: number; readonly path: string },
): Promise<void> {
  await countMore(tx, 0)
  const rows = await tx.selectFrom(table).select('id').execute()
  if (rows.length + more <= linkLimits.labels) return
  const message = table === 'links_tags' ? tooManyTags : tooManyFolders
  throw new Problem('conflict', { detail: message, errors: [{ path, message }] })
}

const tooManyTags = {
  en: `A workspace has at most ${linkLimits.labels} tags. Delete tags that are not needed, then try again.`,
  zh: `工作区最多有 ${linkLimits.labels} 个标签。请先删除不再需要的标签，然后重试。`,
}
const tooManyFolders = {
  en: `A workspace has at most ${linkLimits.labels} folders. Delete folders that are not needed, then try again.`,
  zh: `工作区最多有 ${linkLimits.labels} 个文件夹。请先删除不再需要的文件夹，然后重试。`,
}
