import { threadKeys, type MessageHeaders } from '@host/email'
import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { idKey } from './fingerprint.ts'

/** Earlier messages of a conversation that are looked for. */
const mostAncestors = 20
/** Messages that may have the IDs of ancestors, since several can have one. */
const mostFound = 200

/** The conversation of a new message. */
export interface FoundThread {
  /** Undefined for the first message of a conversation. */
  readonly threadId: string | undefined
  /** See `mail_messages`. */
  readonly messageKey: string | null
  readonly rootKey: string | null
}

/** Keys of which messages of one conversation share at least one. */
export function conversationKeys(headers: MessageHeaders): readonly string[] {
  const { ancestors, root } = threadKeys(headers)
  const ids = [headers.messageId, root, ...ancestors.slice(0, mostAncestors)]
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [idKey(id)])))]
}

/**
 * Finds the conversation of a message: that of the nearest message that it answers, or of one that answers the same
 * first message, or answers this one and came earlier. Equal subjects join nothing: anyone can write one.
 */
export async function findThread(tx: Queries<Tables>, headers: MessageHeaders): Promise<FoundThread> {
  const { ancestors, root } = threadKeys(headers)
  const messageKey = headers.messageId === undefined ? null : idKey(headers.messageId)
  const rootKey = root === undefined ? null : idKey(root)
  const keys = ancestors.slice(0, mostAncestors).map(idKey)
  const [nearest, first] = await Promise.all([ofAncestors(tx, keys), ofRoot(tx, rootKey)])
  return { threadId: nearest ?? first, messageKey, rootKey }
}

async function ofAncestors(tx: Queries<Tables>, keys: readonly string[]): Promise<string | undefined> {
  if (keys.length === 0) return undefined
  const found = tx
    .selectFrom('mail_messages')
    .select(['message_key', 'thread_id'])
    .where('message_key', 'in', [...keys])
  const rows = await found.orderBy('id').limit(mostFound).execute()
  const nearest = keys.find((key) => rows.some((row) => row.message_key === key))
  return rows.find((row) => row.message_key === nearest)?.thread_id
}

async function ofRoot(tx: Queries<Tables>, rootKey: string | null): Promise<string | undefined> {
  if (rootKey === null) return undefined
  const rows = tx.selectFrom('mail_messages').select('thread_id').where('root_key', '=', rootKey)
  return (await rows.orderBy('id').limit(1).executeTakeFirst())?.thread_id
}
