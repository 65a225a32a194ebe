import { threadKeys, type MessageHeaders } from '@host/mail'
import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { idKey } from './fingerprint.ts'

/** Earlier messages of a conversation that are looked for. */
const mostAncestors = 20

/** The conversation of a new message. */
export interface FoundThread {
  /** Undefined for the first message of a conversation. */
  readonly threadId: string | undefined
  /** See `mail_messages`. */
  readonly messageKey: string | null
  readonly rootKey: string | null
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
  return { threadId: (await ofAncestors(tx, keys)) ?? (await ofRoot(tx, rootKey)), messageKey, rootKey }
}

async function ofAncestors(tx: Queries<Tables>, keys: readonly string[]): Promise<string | undefined> {
  for (const key of keys) {
    const threadId = await firstThread(tx, 'message_key', key)
    if (threadId !== undefined) return threadId
  }
  return undefined
}

async function ofRoot(tx: Queries<Tables>, rootKey: string | null): Promise<string | undefined> {
  return rootKey === null ? undefined : await firstThread(tx, 'root_key', rootKey)
}

async function firstThread(tx: Queries<Tables>, column: 'message_key' | 'root_key', key: string) {
  const rows = tx.selectFrom('mail_messages').select('thread_id').where(column, '=', key)
  return (await rows.orderBy('id').limit(1).executeTakeFirst())?.thread_id
}
