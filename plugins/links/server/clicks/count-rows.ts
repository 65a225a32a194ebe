/** The rows that counted clicks become, in the order of their keys: two processes never wait for each other in a circle. */
import { facets, otherValue, visitFacets, type Facet } from '../../shared.ts'
import { hoursOfAll, type HourCounts, type OrgCounts } from './click-counts.ts'
import type { FacetValues } from './facet-values.ts'
import { dayOf } from './read-click.ts'

/** The first visit of a visitor on a day. `link_id` is empty for the whole workspace. */
export interface VisitorRow {
  readonly org_id: string
  readonly link_id: string
  readonly day: string
  readonly visitor: string
}

/** Counts of an hour. `link_id` is empty for the whole workspace. */
export interface HourRow {
  readonly org_id: string
  readonly link_id: string
  readonly hour: string
  readonly clicks: number
  readonly robots: number
  visitors: number
}

/** Clicks of people. `link_id` is empty for the whole workspace. */
export interface SumRow {
  readonly org_id: string
  readonly link_id: string
  readonly clicks: number
}

export interface FacetRow {
  readonly org_id: string
  readonly link_id: string
  readonly hour: string
  readonly facet: Facet
  readonly value: string
  readonly clicks: number
}

/** Rows of a workspace. */
export interface CountRows {
  readonly sums: readonly SumRow[]
  readonly hours: readonly HourRow[]
  readonly facets: readonly FacetRow[]
  /** Each with the row of the hour in which it counts if it is the first. */
  readonly visitors: ReadonlyMap<VisitorRow, HourRow>
}

export function countRows(orgId: string, links: OrgCounts, values: FacetValues): CountRows {
  const rows = {
    sums: [] as SumRow[],
    hours: [] as HourRow[],
    facets: [] as FacetRow[],
    visitors: new Map<VisitorRow, HourRow>(),
  }
  const places = [['', hoursOfAll(links)] as const, ...[...links].map(([id, { hours }]) => [id, hours] as const)]
  for (const [link_id, hours] of places.toSorted(byKey)) {
    rows.sums.push(...sumOf(orgId, link_id, hours))
    const seen = new Set<string>()
    for (const [at, counts] of [...hours].toSorted(byKey)) {
      const place = { org_id: orgId, link_id, hour: new Date(at).toISOString() }
      const hour: HourRow = { ...place, clicks: counts.clicks, robots: counts.robots, visitors: 0 }
      rows.hours.push(hour)
      rows.facets.push(...facetRows(place, counts, values))
      for (const visitor of newVisitors(counts, dayOf(at), seen)) {
        rows.visitors.set({ org_id: orgId, link_id, ...visitor }, hour)
      }
    }
  }
  return { ...rows, visitors: new Map([...rows.visitors].toSorted(byVisitor)) }
}

function sumOf(org_id: string, link_id: string, hours: ReadonlyMap<number, HourCounts>): readonly SumRow[] {
  const clicks = hours.values().reduce((sum, hour) => sum + hour.clicks, 0)
  return clicks === 0 ? [] : [{ org_id, link_id, clicks }]
}

function newVisitors(counts: HourCounts, day: string, seen: Set<string>) {
  return [...counts.profiles.keys()].flatMap(({ visitor }) => {
    const key = `${day} ${visitor}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ day, visitor }]
  })
}

type Place = Pick<FacetRow, 'org_id' | 'link_id' | 'hour'>

function facetRows(place: Place, counts: HourCounts, values: FacetValues): readonly FacetRow[] {
  return facets.flatMap((facet) => {
    const found = new Map<string, number>()
    for (const [value, count] of valuesOf(facet, counts)) {
      const stored = values.has(`${place.org_id} ${place.link_id} ${place.hour} ${facet}`, value) ? value : otherValue
      found.set(stored, (found.get(stored) ?? 0) + count)
    }
    return [...found].toSorted(byKey).map(([value, clicks]) => ({ ...place, facet, value, clicks }))
  })
}

const isVisitFacet = (facet: Facet): facet is (typeof visitFacets)[number] =>
  (visitFacets as readonly Facet[]).includes(facet)

function* valuesOf(facet: Facet, { profiles, campaigns, rules, versions }: HourCounts): Generator<[string, number]> {
  if (isVisitFacet(facet)) {
    for (const [profile, count] of profiles) yield [profile[facet], count]
    return
  }
  if (facet === 'rule' || facet === 'version') {
    for (const [number, count] of facet === 'rule' ? rules : versions) yield [String(number), count]
    return
  }
  for (const [campaign, count] of campaigns) if (campaign[facet] !== '') yield [campaign[facet], count]
}

function byKey([one]: readonly [string | number, unknown], [other]: readonly [string | number, unknown]): number {
  return one < other ? -1 : 1
}

function byVisitor([one]: readonly [VisitorRow, HourRow], [other]: readonly [VisitorRow, HourRow]): number {
  const [first, second] = [one, other].map(({ link_id, day, visitor }) => `${link_id} ${day} ${visitor}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}
