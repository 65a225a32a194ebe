import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { foldName } from './fold-name.ts'
import { requireRoom } from './label-limit.ts'

/** Those of some IDs that folders of the workspace have. */
export async function foldersAmong(
  db: ReadQueries<Tables>,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Set()
  const rows = await db.selectFrom('links_folders').select('id').where('id', 'in', wanted).execute()
  return new Set(rows.map(({ id }) => id))
}

/** @throws Problem `not_found` for a folder that the workspace doesn't have */
export async function requireFolder(db: ReadQueries<Tables>, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  if ((await foldersAmong(db, [id])).has(id)) return
  throw new Problem('not_found', { errors: [{ path: 'folderId', message: unknown }] })
}

const unknown = { en: 'This workspace has no such folder.', zh: '此工作区没有这个文件夹。' }

/** The ID of the folder with a name, which is created where there is none. @throws Problem `conflict` */
export async function createdFolder(tx: Queries<Tables>, name: string): Promise<string> {
  const folded = foldName(name)
  const folders = tx.selectFrom('links_folders').select('id').where('folded', '=', folded)
  const known = await folders.executeTakeFirst()
  if (known !== undefined) return known.id
  await requireRoom(tx, 'links_folders', { more: 1, path: 'folder' })
  const added = tx.insertInto('links_folders').values({ name: name.trim(), folded })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}
