/**
 * Members who write without a pause while hosts and databases die. Some send each write once; others use a key, and
 * repeat a write until it is acknowledged.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { WireAnswer } from './exchange.ts'

/** Active writers; disposing of them does not wait for outstanding responses. */
export interface WriteLoad extends AsyncDisposable {
  /** How many entries were acknowledged. */
  readonly acknowledged: number
  /** Answers that were no entry, in their order. */
  readonly refusals: readonly WireAnswer[]
  /** How many requests got no answer at all. */
  readonly unanswered: number
  /** Ends it once all keyed writes are acknowledged. */
  stop(): Promise<void>
  /** Asserts that each acknowledged entry is there, that none is there twice, and that one with a key is there once. */
  assertKept(): Promise<void>
}

interface Tally {
  readonly once: Set<string>
  readonly keyed: Set<string>
  readonly refusals: WireAnswer[]
  readonly givenUp: AbortSignal
  unanswered: number
}

const plainWriters = 5
const keyedWriters = 3

/** Starts writers, spread over the hosts. @param name in the tag of every entry */
export function startWriting(cluster: Cluster, name: string): WriteLoad {
  const [over, givenUp] = [new AbortController(), new AbortController()]
  const tally: Tally = { once: new Set(), keyed: new Set(), refusals: [], unanswered: 0, givenUp: givenUp.signal }
  const writers = Array.from({ length: plainWriters + keyedWriters }, async (_, at) => {
    for (let place = 0; !over.signal.aborted; place += 1) {
      const tag = `${name}-${at}-${place}`
      if (at < plainWriters) await writeOnce(cluster, { tag, at }, tally)
      else await writeKeyed(cluster, { tag, at }, tally)
    }
  })
  const stop = async (): Promise<void> => {
    over.abort()
    await Promise.all(writers)
  }
  return {
    get acknowledged() {
      return tally.once.size + tally.keyed.size
    },
    get unanswered() {
      return tally.unanswered
    },
    refusals: tally.refusals,
    stop,
    assertKept: () => assertKept(cluster, name, tally),
    async [Symbol.asyncDispose]() {
      givenUp.abort()
      await stop()
    },
  }
}

interface Entry {
  readonly tag: string
  readonly at: number
}

async function writeOnce(cluster: Cluster, { tag, at }: Entry, tally: Tally): Promise<void> {
  if (await isWritten(() => cluster.send(cluster.people.ada, { order: { tag }, at }), tally)) tally.once.add(tag)
}

async function writeKeyed(cluster: Cluster, { tag, at }: Entry, tally: Tally): Promise<void> {
  const keyed = { path: '/api/x/ledger/atomic', order: { tag }, key: tag, at }
  while (!tally.givenUp.aborted) {
    if (await isWritten(() => cluster.send(cluster.people.ada, keyed), tally)) return void tally.keyed.add(tag)
  }
}

async function isWritten(send: () => Promise<WireAnswer>, tally: Tally): Promise<boolean> {
  const answer = await send().catch(() => undefined)
  if (answer?.status === 201) return true
  if (answer === undefined) tally.unanswered += 1
  else tally.refusals.push(answer)
  await pause(10)
  return false
}

async function assertKept({ database }: Cluster, name: string, { once, keyed }: Tally): Promise<void> {
  const opened = await database.open({ isExclusive: false })
  const sql = `select tag, count(*) as "count" from ledger_entries where tag like '${name}-%' group by tag`
  const { rows } = await opened.run({ sql, parameters: [], writes: false })
  await opened.close()
  const counts = new Map(rows.map(({ tag, count }) => [String(tag), Number(count)]))
  const lost = [...once, ...keyed].filter((tag) => !counts.has(tag))
  const doubled = [...counts].filter(([, count]) => count > 1)
  assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] })
}
