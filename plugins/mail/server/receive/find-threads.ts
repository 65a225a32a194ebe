import { threadKeys, type MessageHeaders } from '@host/email'
import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { idKey } from './fingerprint.ts'

/** Earlier messages of a conversation that are looked for. */
const mostAncestors = 20
/** Messages that may have IDs that are looked for, since several can have one; beyond, each ID is looked for alone. */
const mostFound = 200

/** A message whose conversation is looked for. */
export interface Threaded {
  readonly headers: MessageHeaders
  /** The conversation that it begins if it belongs to none. */
  readonly ownThreadId: string
}

/** The conversation of a new message. */
export interface FoundThread {
  readonly threadId: string
  /** See `mail_messages`. */
  readonly messageKey: string | null
  readonly rootKey: string | null
}

/** See `findThreads`. */
export async function findThread(tx: Queries<Tables>, message: Threaded): Promise<FoundThread> {
  const [found] = await findThreads(tx, [message])
  return found as FoundThread
}

/**
 * Finds the conversations of messages, each of which may answer one before it: that of the nearest message that it answers,
 * or of one that answers the same first message, or answers this one and came earlier. Equal subjects join nothing: anyone
 * can write one.
 */
export async function findThreads(tx: Queries<Tables>, all: readonly Threaded[]): Promise<readonly FoundThread[]> {
  const keyed = all.map(({ headers, ownThreadId }) => ({ ...keysOf(headers), ownThreadId }))
  const byMessage = await threadsBy(
    { tx, column: 'message_key' },
    keyed.flatMap(({ ancestors }) => ancestors),
  )
  const alone = keyed.filter(({ ancestors }) => !ancestors.some((key) => byMessage.has(key)))
  const byRoot = await threadsBy(
    { tx, column: 'root_key' },
    alone.flatMap(({ rootKey }) => rootKey ?? []),
  )
  return keyed.map(({ ancestors, messageKey, rootKey, ownThreadId }) => {
    const nearest = ancestors.find((key) => byMessage.has(key))
    const known = nearest === undefined ? byRoot.get(rootKey ?? '') : byMessage.get(nearest)
    const threadId = known ?? ownThreadId
    if (messageKey !== null && !byMessage.has(messageKey)) byMessage.set(messageKey, threadId)
    if (rootKey !== null && !byRoot.has(rootKey)) byRoot.set(rootKey, threadId)
    return { threadId, messageKey, rootKey }
  })
}

function keysOf(headers: MessageHeaders) {
  const { ancestors, root } = threadKeys(headers)
  return {
    ancestors: ancestors.slice(0, mostAncestors).map(idKey),
    messageKey: headers.messageId === undefined ? null : idKey(headers.messageId),
    rootKey: root === undefined ? null : idKey(root),
  }
}

interface Column {
  readonly tx: Queries<Tables>
  readonly column: 'message_key' | 'root_key'
}

/** The conversation of the earliest message that has each key. */
async function threadsBy(column: Column, keys: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return new Map()
  const most = mostFound + wanted.length
  const rows = [...(await earliest(column, wanted, most))]
  if (rows.length === most) {
    rows.length = 0
    for (const key of wanted) rows.push(...(await earliest(column, [key], 1)))
  }
  return new Map(rows.toReversed().map(({ key, thread }) => [key ?? '', thread]))
}

async function earliest({ tx, column }: Column, keys: readonly string[], most: number) {
  const found = tx
    .selectFrom('mail_messages')
    .select([`${column} as key`, 'thread_id as thread'])
    .where(column, 'in', [...keys])
  return await found.orderBy('id').limit(most).execute()
}
