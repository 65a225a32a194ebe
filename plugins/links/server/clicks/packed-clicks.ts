/** Clicks of one workspace as JSON, in which what they have in common stands once. */
import type { Campaign } from './campaign.ts'
import type { Profile, ReadClick } from './read-click.ts'

/** A click by the places of what it has in `PackedClicks`; the place of its rule is -1 without one. */
type PackedClick = readonly [link: number, at: number, rule: number, version: number, profile: number, campaign: number]

export interface PackedClicks {
  readonly links: readonly string[]
  readonly profiles: readonly Profile[]
  readonly campaigns: readonly Campaign[]
  readonly clicks: readonly PackedClick[]
}

export function packClicks(clicks: readonly ReadClick[]): PackedClicks {
  const [links, profiles, campaigns] = [new Places<string>(), new Places<Profile>(), new Places<Campaign>()]
  const packed = clicks.map(({ linkId, at, rule, version, profile, campaign }): PackedClick => [
    links.of(linkId),
    at,
    rule ?? -1,
    version,
    profiles.of(profile),
    campaigns.of(campaign),
  ])
  return { links: links.all(), profiles: profiles.all(), campaigns: campaigns.all(), clicks: packed }
}

export function unpackClicks(orgId: string, { links, profiles, campaigns, clicks }: PackedClicks): ReadClick[] {
  return clicks.flatMap(([link, at, rule, version, profile, campaign]) => {
    const [linkId, by, of] = [links[link], profiles[profile], campaigns[campaign]]
    if (linkId === undefined || by === undefined || of === undefined) return []
    return [{ orgId, linkId, at, rule: rule === -1 ? null : rule, version, profile: by, campaign: of }]
  })
}

/** Values in the order in which they came. */
class Places<Value> {
  readonly #places = new Map<Value, number>()

  of(value: Value): number {
    const known = this.#places.get(value)
    if (known !== undefined) return known
    this.#places.set(value, this.#places.size)
    return this.#places.size - 1
  }

  all(): readonly Value[] {
    return [...this.#places.keys()]
  }
}
