/**
 * The heads of all zones that are served: which versions there are, in 256 buckets. Every process has them in memory, so
 * that it finds the zones that changed without a query.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { InstanceTables, PluginContext, ScopedDatabase } from '@host/plugin'
import type { IndexRow, IndexSource } from '@host/plugin/platform'
import type { Tables } from '../models.ts'

/** A version of a zone. */
export interface ZoneHead {
  readonly id: string
  readonly orgId: string
  /** Without a dot at the end. */
  readonly name: string
  /** As the row has it. */
  readonly serial: number
  /** Grows with each change of the zone, of its keys and of its secondaries. */
  readonly revision: number
}

/** Heads of zones by their bucket, each as text. */
export type HeadTexts = ReadonlyMap<string, string>

/** Reads heads of zones from the database. */
export interface HeadSource extends IndexSource {
  /** All at once. */
  all(): Promise<HeadTexts>
}

/** Buckets that zones are in. */
export const buckets: readonly string[] = Array.from({ length: 256 }, (_, place) => String(place))

/** The number of the bucket of a zone. */
export function bucketOf(name: string): number {
  return createHash('sha256').update(name).digest()[0] ?? 0
}

const HeadRow = z.tuple([z.string(), z.string(), z.string(), z.number(), z.number()])

/** The heads of a bucket. */
export function readHeads(text: string): readonly ZoneHead[] {
  return z
    .array(HeadRow)
    .parse(JSON.parse(text))
    .map(([id, orgId, name, serial, revision]) => ({ id, orgId, name, serial, revision }))
}

/** Only zones whose name the workspace has proved are served. */
export function headSource(ctx: PluginContext<Tables>): HeadSource {
  // Opened with the first read: plugins are mounted before the database is available.
  let opened: ScopedDatabase<InstanceTables<Tables>> | undefined
  const heads = () =>
    (opened ??= ctx.db.asInstance('serve DNS zones'))
      .selectFrom('domains_served_zones as served')
      .innerJoin('domains_domains as domain', (join) =>
        join.onRef('domain.org_id', '=', 'served.org_id').onRef('domain.name', '=', 'served.name'),
      )
      .select([
        'served.id as id',
        'served.org_id as org_id',
        'served.name as name',
        'served.bucket as bucket',
        'served.serial as serial',
        'served.revision as revision',
      ])
      .where('domain.state', 'in', ['verified', 'failing'])
      .orderBy('served.id')
  const all = async (): Promise<HeadTexts> => {
    const byBucket = Map.groupBy(await heads().execute(), ({ bucket }) => String(bucket))
    return new Map(Array.from(byBucket, ([bucket, rows]) => [bucket, textOf(rows)]))
  }
  return Object.freeze<HeadSource>({
    all,
    async read(bucket) {
      const rows = await heads().where('served.bucket', '=', Number(bucket)).execute()
      return rows.length === 0 ? undefined : textOf(rows)
    },
    async *pages() {
      const rows: readonly IndexRow[] = [...(await all())]
      yield rows
    },
  })
}

type Row = Omit<ZoneHead, 'orgId'> & { readonly org_id: string }

function textOf(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map(({ id, org_id: orgId, name, serial, revision }) => [id, orgId, name, serial, revision]),
  )
}
