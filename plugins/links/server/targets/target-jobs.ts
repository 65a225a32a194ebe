/** Titles of targets, and whether targets still answer; both only where a workspace wants them. */
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { defineJob, Settings, type ScopedDatabase } from '@host/plugin'
import { linkTargetDead } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'
import { pageTitle } from './page-title.ts'
import { TargetClient } from './target-client.ts'
import { usualLength } from '../links/random-slug.ts'
import { linkOptions } from '../link-options.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Links of a run, and of a host in it. */
const [mostChecked, mostOfHost] = [500, 20]
/** Hosts that are asked at once, and milliseconds between two requests to one. */
const [hostsAtOnce, hostPause] = [4, 1_000]
/** Failures in a row that make a target dead. */
const mostFailures = 3

/** Fetches the title of a link's target. */
export const fetchTitle = defineJob({
  name: 'fetch-title',
  input: z.strictObject({ linkId: z.string() }),
  timeout: minute,
  usesNetwork: true,
})

/** Asks targets whether they still answer. */
export const checkTargets = defineJob({
  name: 'check-targets',
  input: z.strictObject({}),
  timeout: 30 * minute,
  usesNetwork: true,
})

/** What a workspace wants of its links. */
export async function linkWishes({ ctx }: Pick<Parts, 'ctx'>, orgId: string) {
  const settings = await ctx.lookup(Settings)?.workspace(linkOptions, orgId)
  return settings ?? { fetchTitles: false, checkTargets: false, slugLength: usualLength }
}

/** Says how targets are asked. */
export function handleTargetJobs(parts: Parts): void {
  const { jobs } = parts
  const client = new TargetClient(parts.ctx)
  jobs.handle<typeof fetchTitle.input, 'workspace', Tables>(fetchTitle, async ({ db, signal }, { linkId }) => {
    const row = await db.selectFrom('links_links').select(['url', 'title']).where('id', '=', linkId).executeTakeFirst()
    if (row === undefined || row.title !== '') return
    const html = await client.page(row.url, signal)
    const title = html === undefined ? undefined : pageTitle(html)
    if (title !== undefined) await setTitle(parts, db, { linkId, title, url: row.url })
  })
  jobs.handle<typeof checkTargets.input, 'workspace', Tables>(checkTargets, async ({ db, orgId, signal }) => {
    if ((await linkWishes(parts, orgId)).checkTargets) await checkDue(parts, { client, db, orgId, signal })
  })
  jobs.schedule(checkTargets, '23 4 * * *', { each: 'workspace', input: {} })
}

interface FetchedTitle {
  readonly linkId: string
  readonly title: string
  readonly url: string
}

/** Sets a title where a person has set none meanwhile. */
async function setTitle({ index }: Parts, db: ScopedDatabase<Tables>, { linkId, title, url }: FetchedTitle) {
  await db.transaction(async (tx) => {
    const untitled = tx.updateTable('links_links').set({ title }).where('id', '=', linkId).where('title', '=', '')
    const row = await untitled.where('url', '=', url).returning('index_key').executeTakeFirst()
    if (row !== undefined) index.forget([toIndex(row.index_key)])
  })
}

interface Checking {
  readonly client: TargetClient
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly signal: AbortSignal
}

async function checkDue(parts: Parts, checking: Checking): Promise<void> {
  const now = new Date(parts.clock()).toISOString()
  const links = checking.db.selectFrom('links_links').select(['id', 'url', 'target_host']).where('check_at', '<=', now)
  const used = links.where('is_enabled', '=', true).where('quarantine', 'is', null)
  const due = await used.orderBy('check_at').orderBy('id').limit(mostChecked).execute()
  const hosts = [...Map.groupBy(due, ({ target_host }) => target_host).values()]
  const next = hosts[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (const some of next) {
      for (const [place, link] of some.slice(0, mostOfHost).entries()) {
        checking.signal.throwIfAborted()
        if (place > 0) await pause(hostPause, undefined, { signal: checking.signal })
        await checkOne(parts, checking, link)
      }
    }
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, work))
  // Otherwise the links of one large host would always be the first.
  const left = hosts.flatMap((some) => some.slice(mostOfHost).map(({ id }) => id))
  if (left.length === 0) return
  const later = { check_at: new Date(parts.clock() + day).toISOString() }
  await checking.db.updateTable('links_links').set(later).where('id', 'in', left).execute()
}

async function checkOne(
  parts: Parts,
  { client, db, orgId, signal }: Checking,
  { id, url }: { readonly id: string; readonly url: string },
): Promise<void> {
  const isAlive = await client.isAlive(url, signal)
  const now = parts.clock()
  const next = new Date(now + (isAlive ? 7 : 1) * day).toISOString()
  await db.transaction(async (tx) => {
    const links = tx.selectFrom('links_links').select(['host', 'slug', 'failures', 'dead_since'])
    const row = await links.where('id', '=', id).where('url', '=', url).forUpdate().executeTakeFirst()
    if (row === undefined) return
    const failures = isAlive ? 0 : row.failures + 1
    const since = failures >= mostFailures ? (row.dead_since ?? new Date(now).toISOString()) : null
    await tx
      .updateTable('links_links')
      .set({ check_at: next, failures, dead_since: since })
      .where('id', '=', id)
      .execute()
    if (row.dead_since !== null || since === null) return
    await parts.events.publish(linkTargetDead, orgId, { linkId: id, host: row.host, slug: row.slug, url })
  })
}
