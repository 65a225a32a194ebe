/** The share of sample links in the counts of their workspace, in the order in which clicks are counted. */
import type { Queries } from '@host/plugin'
import { facets, type Facet } from '../../shared.ts'
import type { FacetRow, HourRow, SumRow } from '../clicks/count-rows.ts'
import type { Tables } from '../models.ts'

type Transaction = Queries<Tables>

interface Counts {
  readonly sum: Omit<SumRow, 'org_id'>
  readonly hours: readonly Omit<HourRow, 'org_id'>[]
  readonly facets: readonly Omit<FacetRow, 'org_id'>[]
}

/** Adds the stored counts of links to those of the workspace. */
export async function countForWorkspace(tx: Transaction, linkIds: readonly string[]): Promise<void> {
  await addCounts(tx, await countsOf(tx, linkIds))
}

/** Takes the stored counts of links away from those of the workspace, unless it never counted them. */
export async function uncountForWorkspace(tx: Transaction, linkIds: readonly string[]): Promise<void> {
  const counts = await countsOf(tx, linkIds)
  if (!(await isCounted(tx, counts))) return
  await addCounts(tx, negative(counts))
  await deleteEmpty(tx, counts)
}

async function countsOf(tx: Transaction, linkIds: readonly string[]): Promise<Counts> {
  const hours = await tx
    .selectFrom('links_hours')
    .select(({ fn }) => [
      'hour',
      fn.sum<number>('clicks').as('clicks'),
      fn.sum<number>('visitors').as('visitors'),
      fn.sum<number>('robots').as('robots'),
    ])
    .where('link_id', 'in', linkIds)
    .groupBy('hour')
    .orderBy('hour')
    .execute()
  const values = await tx
    .selectFrom('links_facets')
    .select(({ fn }) => ['hour', 'facet', 'value', fn.sum<number>('clicks').as('clicks')])
    .where('link_id', 'in', linkIds)
    // The workspace has no rules and versions.
    .where('facet', 'not in', ['rule', 'version'])
    .groupBy(['hour', 'facet', 'value'])
    .execute()
  return {
    sum: { link_id: '', clicks: hours.reduce((sum, { clicks }) => sum + clicks, 0) },
    hours: hours.map((row) => ({ link_id: '', ...row })),
    facets: values.toSorted(byKey).map((row) => ({ link_id: '', ...row })),
  }
}

type Value = Pick<FacetRow, 'hour' | 'facet' | 'value'>

function byKey(one: Value, other: Value): number {
  if (one.hour !== other.hour) return one.hour < other.hour ? -1 : 1
  if (one.facet !== other.facet) return placeOf(one.facet) - placeOf(other.facet)
  return one.value < other.value ? -1 : 1
}

function placeOf(facet: Facet): number {
  return facets.indexOf(facet)
}

/** Whether the workspace has as many clicks. Sample data of earlier versions counted for its links alone. */
async function isCounted(tx: Transaction, { hours }: Counts): Promise<boolean> {
  if (hours.length === 0) return false
  const rows = await tx
    .selectFrom('links_hours')
    .select(['hour', 'clicks'])
    .where('link_id', '=', '')
    .where('hour', 'in', timesOf(hours))
    .execute()
  const clicks = new Map(rows.map((row) => [row.hour, row.clicks]))
  return hours.every((row) => (clicks.get(row.hour) ?? 0) >= row.clicks)
}

function timesOf(hours: Counts['hours']): readonly string[] {
  return hours.map(({ hour }) => hour)
}

function negative({ sum, hours, facets: values }: Counts): Counts {
  return {
    sum: { ...sum, clicks: -sum.clicks },
    hours: hours.map((row) => ({ ...row, clicks: -row.clicks, visitors: -row.visitors, robots: -row.robots })),
    facets: values.map((row) => ({ ...row, clicks: -row.clicks })),
  }
}

async function addCounts(tx: Transaction, { sum, hours, facets: values }: Counts): Promise<void> {
  const sums = tx.insertInto('links_sums').values(sum)
  await sums
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id']).doUpdateSet((set) => ({
        clicks: set('links_sums.clicks', '+', set.ref('excluded.clicks')),
      })),
    )
    .execute()
  const ofHours = tx.insertInto('links_hours').values([...hours])
  await ofHours
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id', 'hour']).doUpdateSet((set) => ({
        clicks: set('links_hours.clicks', '+', set.ref('excluded.clicks')),
        visitors: set('links_hours.visitors', '+', set.ref('excluded.visitors')),
        robots: set('links_hours.robots', '+', set.ref('excluded.robots')),
      })),
    )
    .execute()
  const ofFacets = tx.insertInto('links_facets').values([...values])
  await ofFacets
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id', 'facet', 'hour', 'value']).doUpdateSet((set) => ({
        clicks: set('links_facets.clicks', '+', set.ref('excluded.clicks')),
      })),
    )
    .execute()
}

async function deleteEmpty(tx: Transaction, { hours }: Counts): Promise<void> {
  const times = timesOf(hours)
  await tx.deleteFrom('links_sums').where('link_id', '=', '').where('clicks', '<=', 0).execute()
  await tx
    .deleteFrom('links_hours')
    .where('link_id', '=', '')
    .where('hour', 'in', times)
    .where('clicks', '<=', 0)
    .where('visitors', '<=', 0)
    .where('robots', '<=', 0)
    .execute()
  await tx
    .deleteFrom('links_facets')
    .where('link_id', '=', '')
    .where('facet', 'in', facets)
    .where('hour', 'in', times)
    .where('clicks', '<=', 0)
    .execute()
}
