/** Counts a batch of clicks by hour, for each link and for each workspace as a whole. */
import { facets, otherValue, type Facet } from '../../shared.ts'
import type { ReadClick } from './read-click.ts'

/** Counts of an hour. `linkId` is empty for the whole workspace. */
export interface HourCount {
  readonly orgId: string
  readonly linkId: string
  /** ISO 8601, at a full hour. */
  readonly hour: string
  clicks: number
  visitors: number
  robots: number
}

/** How often a value came in an hour, of people alone. */
export interface FacetCount {
  readonly orgId: string
  readonly linkId: string
  readonly hour: string
  readonly facet: Facet
  readonly value: string
  clicks: number
}

/** A click, and whether it is the first of its visitor on that day: at its link, and in its workspace. */
export interface CountedClick extends ReadClick {
  readonly isFirstAtLink: boolean
  readonly isFirst: boolean
}

/** Counts of a batch, in the order of their keys: two processes that write them never wait for each other in a circle. */
export interface ClickCounts {
  readonly hours: readonly HourCount[]
  readonly facets: readonly FacetCount[]
}

/** Different values of a facet that a batch adds to an hour of a link; the rest are one. */
const mostValues = 50

export function countClicks(clicks: readonly CountedClick[]): ClickCounts {
  const hours = new Map<string, HourCount>()
  const counts = new Map<string, FacetCount>()
  const seen = new Map<string, number>()
  for (const click of clicks) {
    const hour = hourOf(click.at)
    for (const linkId of new Set([click.linkId, ''])) {
      const place = { orgId: click.orgId, linkId, hour }
      const count = kept(hours, `${click.orgId} ${linkId} ${hour}`, () => ({
        ...place,
        clicks: 0,
        visitors: 0,
        robots: 0,
      }))
      if (click.isRobot) {
        count.robots += 1
        continue
      }
      count.clicks += 1
      if (linkId === '' ? click.isFirst : click.isFirstAtLink) count.visitors += 1
      for (const facet of facets) addFacet(counts, seen, { ...place, facet, value: click[facet] })
    }
  }
  return { hours: sorted(hours), facets: sorted(counts) }
}

function addFacet(counts: Map<string, FacetCount>, seen: Map<string, number>, found: Omit<FacetCount, 'clicks'>): void {
  const place = `${found.orgId} ${found.linkId} ${found.hour} ${found.facet}`
  const values = seen.get(place) ?? 0
  const isKnown = counts.has(`${place} ${found.value}`)
  const value = isKnown || values < mostValues ? found.value : otherValue
  if (!isKnown) seen.set(place, values + 1)
  kept(counts, `${place} ${value}`, () => ({ ...found, value, clicks: 0 })).clicks += 1
}

/** The full hour of a moment. */
export function hourOf(at: number): string {
  return new Date(Math.floor(at / 3_600_000) * 3_600_000).toISOString()
}

function kept<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

function sorted<Value>(map: ReadonlyMap<string, Value>): readonly Value[] {
  return [...map].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
}
