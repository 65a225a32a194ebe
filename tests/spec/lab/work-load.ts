/** Notes that are written without a pause while hosts die, and the count of the work that they have started. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { begunIn } from '../fixtures/works.ts'
import type { Cluster } from './cluster.ts'
import type { HostProcess } from './host-process.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'
import { until } from '@host/host/testing/until'

const writers = 4
/** Writers rest while so much waits, lest a slow machine has all of it left to do when the hosts no longer die. */
const mostWaiting = 5_000
/** How long nothing may end, in milliseconds. */
const patience = 120_000

/** Writers at work. */
export interface WorkLoad {
  /** Tags of acknowledged notes. */
  readonly accepted: ReadonlySet<string>
  stop(): Promise<void>
}

/**
 * Starts writers, spread over the hosts; a call that gets no answer is not repeated.
 * @param rest milliseconds between two notes of a writer
 */
export function startNoting(cluster: Cluster, rest: number): WorkLoad {
  const over = new AbortController()
  const accepted = new Set<string>()
  const all = Array.from({ length: writers }, async (_, at) => {
    for (let place = 0; !over.signal.aborted; place += 1) {
      if (place % 50 === 49) await untilFewWait(cluster, over.signal)
      const tags = [`note-${at}-${place}-a`, `note-${at}-${place}-b`]
      const body = Buffer.from(JSON.stringify({ tags }))
      const sent = { path: '/api/x/works/notes', body, at }
      const answer = await cluster.send(cluster.people.ada, sent).catch(() => undefined)
      if (answer?.status === 201) for (const tag of tags) accepted.add(tag)
      await pause(answer === undefined ? 10 : rest)
    }
  })
  const stop = async (): Promise<void> => {
    over.abort()
    await Promise.all(all)
  }
  return { accepted, stop }
}

/** The jobs that a host has claimed and not ended. */
export async function claimedBy(cluster: Cluster, host: HostProcess): Promise<readonly string[]> {
  const lease = cluster.leaseOf(host)
  const rows = await ask(cluster, "select id, node_id from host_jobs where state = 'running'")
  return rows.filter(({ node_id: node }) => lease === undefined || node === lease).map(({ id }) => String(id))
}

/** Waits until no work is left. @throws Error naming the rest when it makes no progress */
export async function untilDone(cluster: Cluster): Promise<void> {
  let [left, end] = [Number.POSITIVE_INFINITY, 0]
  for (;;) {
    const rows = await workLeft(cluster)
    const now = rows.reduce((sum, { count }) => sum + Number(count), 0)
    if (now === 0) return
    if (now < left) [left, end] = [now, Date.now() + patience]
    if (Date.now() > end) throw new Error(`There is work that does not end: ${JSON.stringify(rows)}`)
    await pause(50)
  }
}

async function untilFewWait(cluster: Cluster, over: AbortSignal): Promise<void> {
  const left = async (): Promise<number> => (await workLeft(cluster)).reduce((sum, { count }) => sum + Number(count), 0)
  await until(async () => over.aborted || (await left()) <= mostWaiting)
}

function workLeft(cluster: Cluster): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return ask(
    cluster,
    `select kind, state, count(*) as "count" from host_jobs
     where org_id <> 'instance' and state in ('waiting', 'delayed', 'running') group by kind, state`,
  )
}

/** Result of a load. */
export interface Tally {
  /** Work that was done more than once, over all kinds. */
  readonly doubled: number
  readonly done: number
}

/**
 * Asserts that all accepted work was done, that work done twice was in flight when its host died, and that effects that
 * are atomic with their job exist once.
 * @param inFlight the jobs that hosts had claimed when they were killed
 */
export async function assertDone(
  cluster: Cluster,
  receiver: WebhookReceiver,
  { accepted, inFlight }: { readonly accepted: ReadonlySet<string>; readonly inFlight: ReadonlySet<string> },
): Promise<Tally> {
  const begun = begunIn(cluster.folder)
  const plain = begun.filter(({ kind }) => kind === 'plain')
  const events = begun.filter(({ kind }) => kind === 'event')
  const hooks = receiver.received.map(({ id, text }) => ({ id, tag: tagOf(text) }))
  const effects = await ask(cluster, 'select tag, count(*) as "count" from works_effects group by tag')
  const lost = [plain, events, hooks, effects].map((all) => missing(accepted, all as readonly { tag: unknown }[]))
  assert.deepEqual(lost, [[], [], [], []], 'lost: jobs, events, webhooks, atomic effects')
  assert.deepEqual(
    effects.filter(({ count }) => Number(count) !== 1),
    [],
    'atomic effects that are there twice',
  )
  const anonymousClients = repeated(plain).filter((id) => !inFlight.has(id))
  assert.deepEqual(anonymousClients, [], 'jobs that ran again although they were not in flight')
  const doubled = [plain, events, hooks].reduce(
    (sum, all) => sum + all.length - new Set(all.map(({ id }) => id)).size,
    0,
  )
  assert.ok(doubled <= inFlight.size, `${doubled} were done twice, ${inFlight.size} were in flight`)
  return { doubled, done: plain.length + events.length + hooks.length + effects.length }
}

function missing(accepted: ReadonlySet<string>, done: readonly { readonly tag: unknown }[]): readonly string[] {
  const tags = new Set(done.map(({ tag }) => String(tag)))
  return [...accepted].filter((tag) => !tags.has(tag))
}

function repeated(all: readonly { readonly id: string }[]): readonly string[] {
  const seen = new Set<string>()
  return all.map(({ id }) => id).filter((id) => seen.has(id) || (seen.add(id), false))
}

function tagOf(text: string): string {
  return (JSON.parse(text) as { readonly data: { readonly tag: string } }).data.tag
}

async function ask({ database }: Cluster, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const opened = await database.open({ isExclusive: false })
  try {
    return (await opened.run({ sql, parameters: [], writes: false })).rows
  } finally {
    await opened.close()
  }
}
