/** Adds clicks up by link and hour, before anything of them is stored. */
import type { Campaign } from './campaign.ts'
import type { JournalEntry } from './click-journal.ts'
import { ClickPackers, unpackClicks, type OwnClick } from './packed-clicks.ts'
import type { Profile } from './read-click.ts'

const hour = 3_600_000
/** Single clicks that are stored as one row. */
const clicksOfRow = 50

/** Clicks of an hour. Those of robots count nowhere else. */
export class HourCounts {
  readonly profiles = new Map<Profile, number>()
  readonly campaigns = new Map<Campaign, number>()
  readonly rules = new Map<number, number>()
  readonly versions = new Map<number, number>()
  clicks = 0
  robots = 0

  add({ profile, campaign, rule, version }: OwnClick): void {
    if (profile.isRobot) {
      this.robots += 1
      return
    }
    this.clicks += 1
    increase(this.profiles, profile, 1)
    increase(this.campaigns, campaign, 1)
    increase(this.versions, version, 1)
    if (rule !== null) increase(this.rules, rule, 1)
  }

  /** Adds the clicks of a link to those of its workspace, which has no rules and versions. */
  merge(of: HourCounts): void {
    this.clicks += of.clicks
    this.robots += of.robots
    for (const [profile, count] of of.profiles) increase(this.profiles, profile, count)
    for (const [campaign, count] of of.campaigns) increase(this.campaigns, campaign, count)
  }
}

/** Clicks of a link. */
export interface LinkCounts {
  /** By the milliseconds since 1970 at which they begin. */
  readonly hours: Map<number, HourCounts>
  /** Single clicks without their visitors. */
  readonly people: ClickPackers
  readonly robots: ClickPackers
}

/** The clicks of links, by their IDs. */
export type OrgCounts = Map<string, LinkCounts>

/** Clicks of rows of the journal. */
export class ClickCounts {
  readonly orgs = new Map<string, OrgCounts>()
  /** The rows of the journal that hold them. */
  readonly batches: string[] = []

  add({ org_id, batch, data }: JournalEntry): void {
    this.batches.push(batch)
    const links = kept(this.orgs, org_id, (): OrgCounts => new Map())
    for (const click of unpackClicks(data)) {
      const link = kept(links, click.linkId, noClicks)
      kept(link.hours, click.at - (click.at % hour), noCounts).add(click)
      const packers = click.profile.isRobot ? link.robots : link.people
      packers.add({ ...click, profile: withoutVisitor(click.profile) })
    }
  }
}

function noClicks(): LinkCounts {
  return { hours: new Map(), people: new ClickPackers(clicksOfRow), robots: new ClickPackers(clicksOfRow) }
}

function noCounts(): HourCounts {
  return new HourCounts()
}

const anonymous = new WeakMap<Profile, Profile>()

/** Who came is known for the count of visitors alone. */
function withoutVisitor(profile: Profile): Profile {
  let known = anonymous.get(profile)
  if (known === undefined) anonymous.set(profile, (known = { ...profile, visitor: '' }))
  return known
}

/** The hours of a workspace as a whole. */
export function hoursOfAll(links: OrgCounts): ReadonlyMap<number, HourCounts> {
  const all = new Map<number, HourCounts>()
  for (const { hours } of links.values()) {
    for (const [at, counts] of hours) kept(all, at, () => new HourCounts()).merge(counts)
  }
  return all
}

function increase<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
