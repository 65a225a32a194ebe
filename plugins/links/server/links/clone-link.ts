import type { TransferredRow } from '@host/plugin'
import { slugKey } from '../../shared.ts'

/** Characters of a slug that leave room for those of a clone. */
const longest = 180

/**
 * The link of a cloned workspace. On hosts of the workspace it has the address of the original, since a key there begins with
 * the workspace. An address of the shared host is taken, so the clone's ends with characters of its id.
 */
export function cloneLink(row: TransferredRow): TransferredRow {
  const [key, slug, id] = [row['index_key'], row['slug'], row['id']].map(String)
  if (key === undefined || slug === undefined || id === undefined || !/^[/=]/.test(key)) return row
  const isCaseSensitive = key.startsWith('=')
  const cloned = `${slug.slice(0, longest)}-${id.slice(-8)}`
  return { ...row, slug: cloned, index_key: key.charAt(0) + slugKey(cloned, isCaseSensitive) }
}
