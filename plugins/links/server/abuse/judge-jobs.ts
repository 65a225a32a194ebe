/**
 * Targets are judged again every day, and within minutes where a judge failed. A changed list of denied hosts is held
 * against all links at once.
 */
import * as z from 'zod/mini'
import { defineJob, type InstanceTables, type ScopedDatabase } from '@host/plugin'
import { DeniedHosts } from '@host/plugin/platform'
import type { QuarantineReason } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { askJudges, judgesOf, type JointVerdict } from './ask-judges.ts'
import { loadDenyList, type LoadedDenyList } from './deny-list.ts'
import { judgePages } from './judge-pages.ts'
import { quarantineLinks, type QuarantinedLink } from './quarantine-links.ts'
import { targetHostOf } from './target-host.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Links of a page: one transaction. */
const pageSize = 100
/** Targets that are judged at once. */
const atOnce = 8
/** How long a run judges; the next one goes on. */
const longestRun = 4 * minute
/** Targets whose verdict a run keeps. */
const mostKept = 20_000

const columns = ['id', 'org_id', 'index_key', 'host', 'slug', 'url', 'expired_url', 'rules', 'is_trusted'] as const

type Database = ScopedDatabase<InstanceTables<Tables>>

interface JudgedLink extends QuarantinedLink {
  readonly expired_url: string | null
  /** Rules; of any form in a row from elsewhere, such as an imported workspace. */
  readonly rules: unknown
  readonly is_trusted: boolean
}

/** Judges the links that are due. */
export const judgeLinks = defineJob({
  name: 'judge-links',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 2 * longestRun,
  // Judges ask services.
  usesNetwork: true,
})

/** Holds all links against the denied hosts. */
export const sweepDenied = defineJob({
  name: 'sweep-denied',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 60 * minute,
})

/** Judges where pages for unknown slugs lead. */
export const judgeHostPages = defineJob({
  name: 'judge-host-pages',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 60 * minute,
  usesNetwork: true,
})

/** Says how targets are judged again. */
export function handleJudgeJobs(parts: Parts): void {
  const { ctx, jobs } = parts
  jobs.handle(judgeLinks, async ({ signal }) => {
    const db = ctx.db.asInstance('judge the targets of short links again')
    await prune(db, parts.clock())
    await sweepWhenChanged(parts, db)
    await judgeDue(parts, db, signal)
  })
  jobs.handle(sweepDenied, async ({ signal }) => {
    await sweepAll(parts, ctx.db.asInstance('find short links that lead to denied hosts'), signal)
  })
  jobs.handle(judgeHostPages, async ({ signal }) => {
    const db = ctx.db.asInstance('judge again where pages for unknown slugs lead')
    const verdicts = new RunVerdicts(parts, await loadDenyList(ctx))
    await judgePages(parts, { db, signal, refusalOf: (url) => verdicts.refusalOf(url) })
  })
  jobs.schedule(judgeHostPages, '41 3 * * *', { input: {} })
  jobs.schedule(judgeLinks, '*/5 * * * *', { input: {} })
}

/** How long decided reports are kept. */
const reportDays = 180
/** Rows that a run deletes of each table. */
const mostDeleted = 10_000

/** Deletes wrong passwords of windows that are over, and reports that were decided long ago. */
async function prune(db: Database, now: number): Promise<void> {
  const before = (milliseconds: number): string => new Date(now - milliseconds).toISOString()
  const tries = db
    .selectFrom('links_tries')
    .select('id')
    .where('since', '<', before(2 * 60 * minute))
  await db.deleteFrom('links_tries').where('id', 'in', tries.limit(mostDeleted)).execute()
  for (const state of ['acted', 'dismissed'] as const) {
    const reports = db.selectFrom('links_reports').select('id').where('state', '=', state)
    const old = reports.where('decided_at', '<', before(reportDays * day)).limit(mostDeleted)
    await db.deleteFrom('links_reports').where('id', 'in', old).execute()
  }
}

/** A key under which waiting sweeps are one. */
export const sweepOnce = { uniqueKey: 'sweep' } as const

const fileSweep = 'denied-hosts-file'

async function sweepWhenChanged({ ctx, jobs }: Parts, db: Database): Promise<void> {
  const version = await ctx.lookup(DeniedHosts)?.refresh()
  if (version === undefined) return
  const known = db.selectFrom('links_sweeps').select('version').where('name', '=', fileSweep)
  if ((await known.executeTakeFirst())?.version === version) return
  await db.transaction(async (tx) => {
    const added = tx.insertInto('links_sweeps').values({ name: fileSweep, version })
    await added.onConflict((conflict) => conflict.column('name').doUpdateSet({ version })).execute()
    await jobs.enqueueForInstance(sweepDenied, {}, sweepOnce)
  })
}

async function sweepAll(parts: Parts, db: Database, signal: AbortSignal): Promise<void> {
  const denied = await loadDenyList(parts.ctx)
  if (denied.isEmpty) return
  const refusalOf = async (url: string) => (denied.has(targetHostOf(url)) ? ('denied' as const) : undefined)
  await judgePages(parts, { db, signal, refusalOf })
  for (let last = ''; ;) {
    signal.throwIfAborted()
    const links = db.selectFrom('links_links').select(columns).where('quarantine', 'is', null).where('id', '>', last)
    const rows = await links.orderBy('id').limit(pageSize).execute()
    await quarantineSome(parts, db, [['denied', rows.filter((row) => isDenied(denied, row))]])
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}

function isDenied(denied: LoadedDenyList, link: JudgedLink): boolean {
  return targetsOf(link).some((url) => denied.has(targetHostOf(url)))
}

function targetsOf({ url, expired_url, rules }: JudgedLink): readonly string[] {
  return [...new Set([url, ...(expired_url === null ? [] : [expired_url]), ...urlsOfRules(rules)])]
}

function urlsOfRules(rules: unknown): readonly string[] {
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: unknown) => {
    const url = typeof rule === 'object' && rule !== null && 'url' in rule ? rule.url : undefined
    return typeof url === 'string' ? [url] : []
  })
}

async function judgeDue(parts: Parts, db: Database, signal: AbortSignal): Promise<void> {
  const { ctx, clock } = parts
  const denied = await loadDenyList(ctx)
  if (denied.isEmpty && judgesOf(ctx).length === 0) return
  const verdicts = new RunVerdicts(parts, denied)
  const [end, due] = [performance.now() + longestRun, new Date(clock()).toISOString()]
  while (performance.now() < end) {
    signal.throwIfAborted()
    const links = db.selectFrom('links_links').select(columns).where('quarantine', 'is', null)
    const rows = await links.where('judge_at', '<=', due).orderBy('judge_at').orderBy('id').limit(pageSize).execute()
    if (rows.length === 0) return
    await judgePage(parts, db, { rows, verdicts })
  }
}

interface JudgedPage {
  readonly rows: readonly JudgedLink[]
  readonly verdicts: RunVerdicts
}

async function judgePage(parts: Parts, db: Database, { rows, verdicts }: JudgedPage): Promise<void> {
  const judged: { readonly row: JudgedLink; readonly verdict: JointVerdict }[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce)
    judged.push(
      ...(await Promise.all(some.map(async (row) => ({ row, verdict: await verdictOf(parts, row, verdicts) })))),
    )
  }
  const now = parts.clock()
  for (const [isSure, some] of Map.groupBy(judged, ({ verdict }) => verdict.isSure)) {
    const next = { judge_at: new Date(now + (isSure ? day : 10 * minute)).toISOString() }
    const ids = some.map(({ row }) => row.id)
    await db.updateTable('links_links').set(next).where('id', 'in', ids).execute()
  }
  const refused = Map.groupBy(judged, ({ verdict }) => verdict.refusal)
  await quarantineSome(
    parts,
    db,
    [...refused].flatMap(([reason, some]) =>
      reason === undefined ? [] : [[reason, some.map(({ row }) => row)] as const],
    ),
  )
}

/** One link that can't be judged is judged again soon, and holds up no other one. */
async function verdictOf({ ctx }: Parts, link: JudgedLink, verdicts: RunVerdicts): Promise<JointVerdict> {
  try {
    return await verdicts.of(link)
  } catch (error) {
    ctx.log.warn('the targets of a short link could not be judged', { link: link.id, err: error })
    return { refusal: undefined, isSure: false }
  }
}

/** What a run knows: each host and target is judged once. */
class RunVerdicts {
  readonly #parts: Parts
  readonly #denied: LoadedDenyList
  readonly #known = new Map<string, Promise<JointVerdict>>()

  constructor(parts: Parts, denied: LoadedDenyList) {
    this.#parts = parts
    this.#denied = denied
  }

  async of(link: JudgedLink): Promise<JointVerdict> {
    if (isDenied(this.#denied, link)) return { refusal: 'denied', isSure: true }
    if (link.is_trusted) return { refusal: undefined, isSure: true }
    const verdicts = await Promise.all(targetsOf(link).map((url) => this.#ask(url)))
    return {
      refusal: verdicts.find(({ refusal }) => refusal !== undefined)?.refusal,
      isSure: verdicts.every(({ isSure }) => isSure),
    }
  }

  /** Why an address outside of links is refused. */
  async refusalOf(url: string): Promise<QuarantineReason | undefined> {
    return this.#denied.has(targetHostOf(url)) ? 'denied' : (await this.#ask(url)).refusal
  }

  #ask(url: string): Promise<JointVerdict> {
    const known = this.#known.get(url)
    if (known !== undefined) return known
    if (this.#known.size >= mostKept) this.#known.clear()
    const verdict = askJudges(this.#parts.ctx, { url, host: targetHostOf(url) })
    this.#known.set(url, verdict)
    return verdict
  }
}

async function quarantineSome(
  parts: Parts,
  db: Database,
  groups: readonly (readonly [reason: QuarantineReason, links: readonly QuarantinedLink[]])[],
): Promise<void> {
  for (const [reason, links] of groups) {
    if (links.length === 0) continue
    await db.transaction((tx) => quarantineLinks(parts, tx, { links, reason, note: '', userId: '' }))
    for (const [orgId, own] of Map.groupBy(links, ({ org_id }) => org_id)) {
      const target = own.length === 1 ? `link:${own[0]?.id ?? ''}` : `${own.length} links`
      await parts.ctx.audit.record({
        orgId,
        actor: { kind: 'host' },
        action: 'link.quarantined',
        target,
        after: { reason, links: own.map(({ id }) => id) },
      })
    }
  }
}
