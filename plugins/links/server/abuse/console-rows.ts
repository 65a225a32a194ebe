/** Reports and links of all workspaces, for instance admins. */
import { domainToUnicode } from 'node:url'
import { listOf, type EndpointInput, type PluginContext } from '@host/plugin'
import type {
  InstanceLink,
  LinkReport,
  LinkState,
  listDeniedHosts,
  listInstanceLinks,
  listReports,
  ReportSummary,
} from '../../shared.ts'
import { shownColumns, stateOf } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import { hostIn } from './target-host.ts'

interface Context {
  readonly ctx: Pick<PluginContext<Tables>, 'db'>
  readonly clock: () => number
}

const reason = 'show reported links of all workspaces to an instance admin'
const day = 86_400_000

/** A page of reports. */
export async function reportsOfAll({ ctx, clock }: Context, input: EndpointInput<typeof listReports>) {
  const db = ctx.db.asInstance(reason)
  const { items, ...page } = await listOf({ db, input }, db.selectFrom('links_reports').selectAll(), {
    usual: 'createdAt',
    sort: { createdAt: 'created_at' },
    filter: { state: 'state', reason: 'reason' },
  })
  const names = await workspaceNames(ctx, items)
  const states = await linkStatesOf(
    { ctx, clock },
    items.map(({ link_id }) => link_id),
  )
  return {
    ...page,
    items: items.map((row): LinkReport => ({
      id: row.id,
      linkId: row.link_id,
      address: `${domainToUnicode(row.host)}/${row.slug}`,
      url: row.url,
      targetHost: row.target_host,
      workspace: { id: row.org_id, name: names.get(row.org_id) ?? row.org_id },
      reason: row.reason,
      text: row.text,
      email: row.email,
      state: row.state,
      linkState: states.get(row.link_id) ?? null,
      createdAt: row.created_at,
      decidedAt: row.decided_at,
    })),
  }
}

async function linkStatesOf({ ctx, clock }: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, LinkState>()
  const links = ctx.db.asInstance(reason).selectFrom('links_links').select(shownColumns).where('id', 'in', ids)
  return new Map((await links.execute()).map((row) => [row.id, stateOf(row, clock())]))
}

/** Open reports by age, and the time to a decision. */
export async function reportSummary({ ctx, clock }: Context): Promise<ReportSummary> {
  const db = ctx.db.asInstance(reason)
  const before = (days: number): string => new Date(clock() - days * day).toISOString()
  const open = async (from: string, to: string): Promise<number> => {
    const reports = db.selectFrom('links_reports').where('state', '=', 'open')
    const some = reports.where('created_at', '>', from).where('created_at', '<=', to)
    return (await some.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst())?.count ?? 0
  }
  const [first, end] = ['1970-01-01T00:00:00.000Z', before(-1)]
  const decided = db.selectFrom('links_reports').select(['created_at', 'decided_at']).where('state', '!=', 'open')
  const rows = await decided
    .where('decided_at', '>', before(30))
    .orderBy('decided_at', 'desc')
    .limit(mostDecided)
    .execute()
  const hours = rows.map(
    ({ created_at, decided_at }) => (Date.parse(decided_at ?? '') - Date.parse(created_at)) / 3_600_000,
  )
  return {
    open: {
      day: await open(before(1), end),
      week: await open(before(7), before(1)),
      older: await open(first, before(7)),
    },
    decided: rows.length,
    medianHours: medianOf(hours),
  }
}

/** Decisions of which the time is shown. */
const mostDecided = 1_000

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return Math.round(((low + high) / 2) * 10) / 10
}

/** A page of links. */
export async function linksOfAll({ ctx, clock }: Context, input: EndpointInput<typeof listInstanceLinks>) {
  const db = ctx.db.asInstance(reason)
  const { targetHost } = input
  const host = targetHost === undefined ? {} : { targetHost: hostIn(targetHost.trim()) ?? targetHost }
  const columns = [...shownColumns, 'org_id', 'target_host', 'review_text'] as const
  const { items, ...page } = await listOf(
    { db, input: { ...input, ...host } },
    db.selectFrom('links_links').select(columns),
    {
      usual: '-quarantinedAt',
      sort: { quarantinedAt: 'quarantined_at', reviewAskedAt: 'review_asked_at' },
      filter: { targetHost: 'target_host', quarantine: 'quarantine' },
    },
  )
  const names = await workspaceNames(ctx, items)
  return {
    ...page,
    items: items.map((row): InstanceLink => ({
      id: row.id,
      address: `${domainToUnicode(row.host)}/${row.slug}`,
      url: row.url,
      title: row.title,
      targetHost: row.target_host,
      workspace: { id: row.org_id, name: names.get(row.org_id) ?? row.org_id },
      state: stateOf(row, clock()),
      quarantine:
        row.quarantine === null || row.quarantined_at === null
          ? null
          : {
              reason: row.quarantine,
              note: row.quarantine_note,
              at: row.quarantined_at,
              reviewText: row.review_text,
              reviewAskedAt: row.review_asked_at,
            },
      createdAt: row.created_at,
    })),
  }
}

/** A page of denied hosts. */
export function deniedHosts({ ctx }: Context, input: EndpointInput<typeof listDeniedHosts>) {
  const db = ctx.db.asInstance(reason)
  return listOf({ db, input }, db.selectFrom('links_denied_hosts').select(['id', 'host', 'note', 'created_at']), {
    usual: '-createdAt',
    sort: { host: { text: 'host' }, createdAt: 'created_at' },
    search: ['host', 'note'],
    item: ({ id, host, note, created_at }) => ({
      id,
      host: domainToUnicode(host) || host,
      note,
      createdAt: created_at,
    }),
  })
}

async function workspaceNames({ db }: Context['ctx'], rows: readonly { readonly org_id: string }[]) {
  const ids = [...new Set(rows.map(({ org_id }) => org_id))]
  if (ids.length === 0) return new Map<string, string>()
  const workspaces = db.asInstance(reason).selectFrom('workspaces').select(['id', 'name'])
  return new Map((await workspaces.where('id', 'in', ids).execute()).map(({ id, name }) => [id, name]))
}
