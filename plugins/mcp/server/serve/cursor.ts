import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Which part of a list. */
export interface PageWish<Item> {
  /** The key of the last item that was given, encoded; undefined for the beginning. */
  readonly cursor: string | undefined
  readonly size: number
  keyOf(item: Item): string
}

/**
 * A page of a list. The cursor names the last item sent, so insertions and deletions before it shift nothing.
 * @throws ProtocolError for a cursor whose item is missing
 */
export function pageAfter<Item>(
  all: readonly Item[],
  { cursor, size, keyOf }: PageWish<Item>,
): { readonly items: readonly Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : placeAfter(all.map(keyOf), cursor)
  const items = all.slice(start, start + size)
  const last = items.at(-1)
  if (last === undefined || start + size >= all.length) return { items }
  return { items, nextCursor: Buffer.from(keyOf(last)).toString('base64url') }
}

const longestCursor = 400

function placeAfter(keys: readonly string[], cursor: string): number {
  const key = cursor.length > longestCursor ? '' : Buffer.from(cursor, 'base64url').toString()
  const at = keys.indexOf(key)
  if (at !== -1) return at + 1
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is invalid. Start the list again without a cursor.',
  )
}
