import type { Parts } from '../parts.ts'
import { longestKey, visitKey, visitPath, type KeyPlace } from './index-key.ts'

/** The text of the link at a path, from memory or the database; undefined for none. @param target path and query */
export async function readPath(
  { index }: Pick<Parts, 'index'>,
  own: KeyPlace['own'],
  target: string,
): Promise<string | undefined> {
  const path = visitPath(target)
  if (path === undefined) return undefined
  for (const isCaseSensitive of [false, true]) {
    const key = visitKey(own, path, isCaseSensitive)
    const text = key.length > longestKey ? null : await index.read(key)
    if (text !== null) return text
  }
  return undefined
}
