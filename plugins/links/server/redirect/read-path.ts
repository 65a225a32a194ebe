import type { Parts } from '../parts.ts'
import { visitKey, visitPath, type KeyPlace } from './index-key.ts'

/** The text of the link at a path, from memory or the database; undefined for none. @param target path and query */
export async function readPath(
  { index }: Pick<Parts, 'index'>,
  own: KeyPlace['own'],
  target: string,
): Promise<string | undefined> {
  const path = visitPath(target)
  if (path === undefined) return undefined
  const folded = await index.read(visitKey(own, path, false))
  return folded ?? (await index.read(visitKey(own, path, true))) ?? undefined
}
