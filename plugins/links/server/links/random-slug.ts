import { createHash, randomInt } from 'node:crypto'

/** Without characters that look alike: 0 and o, 1, l and i. */
const lower = 'abcdefghjkmnpqrstuvwxyz23456789'
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Characters of a slug; as many as keep a host of millions of links nearly empty. */
export const usualLength = 7

/** A slug that is likely to be free. @param length grows with the tries that were taken already */
export function randomSlug(isCaseSensitive: boolean, length = usualLength): string {
  const alphabet = isCaseSensitive ? lower + upper : lower
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The slug of an imported link that has none: the same each time, so that a second import finds it. */
export function seededSlug(seed: string, isCaseSensitive: boolean): string {
  const alphabet = isCaseSensitive ? lower + upper : lower
  const bytes = createHash('sha256').update(seed).digest()
  return Array.from({ length: seededLength }, (_, at) => alphabet[bytes.readUInt16BE(at * 2) % alphabet.length]).join(
    '',
  )
}

/** Longer than a random one, because it can't be tried again with another. */
const seededLength = 10
