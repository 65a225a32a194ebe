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
  #until = 0

  get size(): number {
    return this.#clicks.length / numbers
  }

  /** The time of the latest, in milliseconds since 1970. */
  get until(): number {
    return this.#until
  }

  add({ linkId, at, rule, version, profile, campaign }: OwnClick): void {
    if (this.#since === 0) this.#since = at
    if (at > this.#until) this.#until = at
    const [visitor, origin] = [this.#profiles.of(profile), this.#campaigns.of(campaign)]
    this.#clicks.push(this.#links.of(linkId), at - this.#since, rule ?? -1, version, visitor, origin)
  }

  pack(): PackedClicks {
    const [links, profiles, campaigns] = [this.#links.all(), this.#profiles.all(), this.#campaigns.all()]
    return { links, profiles, campaigns, since: this.#since, clicks: this.#clicks }
  }
}

/** Packs clicks into parts of at most so many. */
export class ClickPackers {
  readonly #most: number
  readonly all: ClickPacker[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(click: OwnClick): void {
    const last = this.all.at(-1)
    if (last === undefined || last.size >= this.#most) this.#begin().add(click)
    else last.add(click)
  }

  #begin(): ClickPacker {
    const packer = new ClickPacker()
    this.all.push(packer)
    return packer
  }
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
