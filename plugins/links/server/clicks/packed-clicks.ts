/** Clicks of one workspace as JSON, in which what they have in common stands once. */
import type { Campaign } from './campaign.ts'
import type { Profile, ReadClick } from './read-click.ts'

export interface PackedClicks {
  readonly links: readonly string[]
  readonly profiles: readonly Profile[]
  readonly campaigns: readonly Campaign[]
  /** Milliseconds since 1970 to which the times of clicks are added. */
  readonly since: number
  /**
   * Six numbers for each click: the place of its link, its time, the place of its rule or -1, its version, the places of its profile
   * and of its campaign.
   */
  readonly clicks: readonly number[]
}

const numbers = 6

/** A click without its workspace. */
export type OwnClick = Omit<ReadClick, 'orgId'>

/** Packs clicks of one workspace while they come, so that hardly anything of them stays in memory. */
export class ClickPacker {
  readonly #links = new Places<string>()
  readonly #profiles = new Places<Profile>()
  readonly #campaigns = new Places<Campaign>()
  readonly #clicks: number[] = []
  #since = 0

  get size(): number {
    return this.#clicks.length / numbers
  }

  add({ linkId, at, rule, version, profile, campaign }: OwnClick): void {
    if (this.#since === 0) this.#since = at
    const places = [this.#profiles.of(profile), this.#campaigns.of(campaign)] as const
    this.#clicks.push(this.#links.of(linkId), at - this.#since, rule ?? -1, version, places[0], places[1])
  }

  pack(): PackedClicks {
    const [links, profiles, campaigns] = [this.#links.all(), this.#profiles.all(), this.#campaigns.all()]
    return { links, profiles, campaigns, since: this.#since, clicks: this.#clicks }
  }
}

export function packClicks(clicks: readonly OwnClick[]): PackedClicks {
  const packer = new ClickPacker()
  for (const click of clicks) packer.add(click)
  return packer.pack()
}

export function* unpackClicks({ links, profiles, campaigns, since, clicks }: PackedClicks): Generator<OwnClick> {
  for (let at = 0; at + numbers <= clicks.length; at += numbers) {
    const linkId = links[clicks[at] ?? 0]
    const profile = profiles[clicks[at + 4] ?? 0]
    const campaign = campaigns[clicks[at + 5] ?? 0]
    if (linkId === undefined || profile === undefined || campaign === undefined) continue
    const rule = clicks[at + 2] ?? -1
    const [time, version] = [since + (clicks[at + 1] ?? 0), clicks[at + 3] ?? 1]
    yield { linkId, at: time, rule: rule === -1 ? null : rule, version, profile, campaign }
  }
}

/** Values in the order in which they came. */
class Places<Value> {
  readonly #places = new Map<Value, number>()

  of(value: Value): number {
    const known = this.#places.get(value)
    if (known !== undefined) return known
    const place = this.#places.size
    this.#places.set(value, place)
    return place
  }

  all(): readonly Value[] {
    return [...this.#places.keys()]
  }
}
