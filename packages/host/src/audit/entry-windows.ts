/**
 * Reads a log by windows: stretches of time in which a statement looks at 10,000 entries, since SQLite can't cancel one
 * that takes long. Each window begins where the one before ended.
 *
 * The entries of a window are those that an index gives for one condition of the filter. Which one is decided by asking
 * each for its 10,000th entry, which takes no more than 10,000 rows of the index: the rarest condition reaches the
 * farthest back, and mostly to the beginning. Entries of the same millisecond are in the same window.
 */
import type { AuditFilter } from '@host/plugin/platform'
import {
  conditionsOf,
  matching,
  sealedEntries,
  unsealedEntries,
  type EntryConditions,
  type EntryQuery,
  type EntryReads,
  type Equality,
} from './matching-entries.ts'

/** Entries that one statement looks at in a running host. */
export const usualWindow = 10_000
/** Windows read for one page, or for the count of unsealed entries. */
export const mostWindows = 10

/** A place between two entries: behind it are those that are older, and of the same time those with a smaller id. */
export interface EntryPosition {
  readonly at: string
  readonly id: string
}

/** A search in the entries of a workspace. */
export interface EntrySearch {
  readonly orgId: string
  /** Its actor is a user's id or a kind. */
  readonly filter: AuditFilter
  /** Where to begin; the newest entry when undefined. */
  readonly after: EntryPosition | undefined
  /** Entries of one window. */
  readonly windowSize: number
}

/** Matching entries of a stretch of the log. */
export interface EntryWindow {
  readonly entries: EntryQuery
  /** The time of its oldest entry; undefined when nothing older is left to look at. */
  readonly since: string | undefined
}

/**
 * The windows over sealed entries, the newest first.
 * @param isLimited whether the reader limits rows itself; a single condition then needs no window
 */
export async function* sealedWindows(
  db: EntryReads,
  search: EntrySearch,
  isLimited = false,
): AsyncGenerator<EntryWindow> {
  const conditions = conditionsOf(search.filter)
  const isIndexed = conditions.equal.length < 2 && conditions.between.length === 0 && conditions.except.length === 0
  if (isLimited && isIndexed) {
    const entries = within(sealedEntries(db, search.orgId), search)
    yield { entries: matching(entries, conditions, conditions.equal[0]), since: undefined }
  } else {
    yield* boundedWindows(db, search, conditions)
  }
}

async function* boundedWindows(
  db: EntryReads,
  search: EntrySearch,
  conditions: EntryConditions,
): AsyncGenerator<EntryWindow> {
  const { indexed, since: first } = await farthest(db, search, conditions)
  let since = first
  for (let rest = search; ;) {
    const entries = matching(within(sealedEntries(db, search.orgId), rest), conditions, indexed)
    yield { entries: since === undefined ? entries : entries.where('e.at', '>=', since), since }
    if (since === undefined) return
    rest = { ...search, filter: { ...search.filter, to: since }, after: undefined }
    since = await sinceOf(db, rest, indexed)
  }
}

/** The windows over entries that wait for their seal: by their ids, which is not quite the order of their times. */
export async function* unsealedWindows(db: EntryReads, search: EntrySearch): AsyncGenerator<EntryQuery> {
  const conditions = conditionsOf(search.filter)
  const waiting = unsealedEntries(db, search.orgId)
  let before: string | undefined
  for (let count = 0; count < mostWindows; count += 1) {
    const rest = before === undefined ? waiting : waiting.where('e.id', '<', before)
    const last = await rest
      .select('e.id')
      .orderBy('e.id', 'desc')
      .offset(search.windowSize - 1)
      .limit(1)
      .executeTakeFirst()
    const entries = matching(within(rest, search), conditions, undefined)
    yield last === undefined ? entries : entries.where('e.id', '>=', last.id)
    if (last === undefined) return
    before = last.id
  }
}

/** Entries between the times of the filter and behind the position, by one bound on each side. */
function within(entries: EntryQuery, { filter: { from, to }, after }: EntrySearch): EntryQuery {
  let query = from === undefined ? entries : entries.where('e.at', '>=', from)
  if (after === undefined || (to !== undefined && to <= after.at)) {
    return to === undefined ? query : query.where('e.at', '<', to)
  }
  const { at, id } = after
  query = query.where('e.at', '<=', at)
  return query.where((where) => where.or([where('e.at', '<', at), where('e.id', '<', id)]))
}

interface Reach {
  readonly indexed: Equality | undefined
  readonly since: string | undefined
}

/** The condition whose first window reaches the farthest back. */
async function farthest(db: EntryReads, search: EntrySearch, { equal }: EntryConditions): Promise<Reach> {
  if (equal.length === 0) return { indexed: undefined, since: await sinceOf(db, search, undefined) }
  let best: Reach | undefined
  for (const indexed of equal) {
    const since = await sinceOf(db, search, indexed)
    if (since === undefined) return { indexed, since }
    if (best?.since === undefined || since < best.since) best = { indexed, since }
  }
  return best ?? { indexed: undefined, since: undefined }
}

/** The time of the last entry of a window; undefined when there are no more entries than that. */
async function sinceOf(
  db: EntryReads,
  search: EntrySearch,
  indexed: Equality | undefined,
): Promise<string | undefined> {
  const entries = matching(
    within(sealedEntries(db, search.orgId), search),
    { equal: [], between: [], except: [] },
    indexed,
  )
  const last = await entries
    .clearSelect()
    .select('e.at')
    .orderBy('e.at', 'desc')
    .offset(search.windowSize - 1)
    .limit(1)
    .executeTakeFirst()
  return last?.at
}
