/** What is stored of clicks: nothing that names a visitor. */
import { createHmac } from 'node:crypto'
import type { GeoService } from '@host/plugin'
import { isPreview, saysRobot } from '../redirect/visitors.ts'
import { isKnownAgent, readAgent, type Agent } from './agents/read-agent.ts'
import { campaignOf, mayHaveCampaign, type Campaign } from './campaign.ts'
import type { Click } from './click.ts'
import { shortAddress } from './short-address.ts'

/** What visits of one visitor have in common. Texts are empty where nothing is known. */
export interface Profile {
  readonly isRobot: boolean
  readonly country: string
  readonly city: string
  readonly device: string
  readonly browser: string
  readonly system: string
  readonly language: string
  /** The host of the page before. */
  readonly referrer: string
  /** The same for all clicks of a visitor in a workspace on one day; nothing leads back from it. */
  readonly visitor: string
}

/** A click as it is stored. Equal profiles and campaigns mostly are one object. */
export interface ReadClick {
  readonly orgId: string
  readonly linkId: string
  readonly at: number
  readonly rule: number | null
  readonly version: number
  readonly profile: Profile
  readonly campaign: Campaign
}

/** New texts of `User-Agent` that are read in one batch; the rest stay unknown, so that a flood of them takes no time. */
const mostNewAgents = 64
/** Profiles and campaigns kept in memory. */
const mostKept = 10_000

/** Characters of an address whose campaign is kept. */
const longestAddress = 1_024

/** A click whose visitor is not known yet. */
export interface WaitingClick extends Omit<Click, 'location'> {
  readonly campaign: Campaign
}

const unknownAgent: Agent = { isRobot: false, browser: '', system: '', device: 'other' }

/** Reads clicks. */
export class ClickReader {
  readonly #geo: () => GeoService | undefined
  readonly #saltOf: (orgId: string, day: string) => Promise<string>
  readonly #profiles = new Map<string, Profile>()
  readonly #campaigns = new Map<string, Campaign>()
  #newAgents = 0

  /** @param saltOf the secret of a workspace for a day */
  constructor(geo: () => GeoService | undefined, saltOf: (orgId: string, day: string) => Promise<string>) {
    this.#geo = geo
    this.#saltOf = saltOf
  }

  /** Begins a batch. */
  begin(): void {
    this.#newAgents = 0
    if (this.#profiles.size > mostKept) this.#profiles.clear()
    if (this.#campaigns.size > mostKept) this.#campaigns.clear()
  }

  /** A click of a visitor that is known already; undefined of others. */
  readKnown(click: Click): ReadClick | undefined {
    const profile = this.#profiles.get(profileKey(click))
    if (profile === undefined) return undefined
    const { orgId, linkId, at, rule, version, location } = click
    return { orgId, linkId, at, rule, version, profile, campaign: this.#campaignAt(location) }
  }

  /** A click without the address it led to, which may be long. */
  waiting({ location, ...click }: Click): WaitingClick {
    return { ...click, campaign: this.#campaignAt(location) }
  }

  async read(click: WaitingClick): Promise<ReadClick> {
    const key = profileKey(click)
    return readWith(click, this.#profiles.get(key) ?? (await this.#readProfile(click, key)))
  }

  #campaignAt(location: string): Campaign {
    if (location.length > longestAddress || !mayHaveCampaign(location)) return campaignOf(location)
    let campaign = this.#campaigns.get(location)
    if (campaign === undefined) this.#campaigns.set(location, (campaign = campaignOf(location)))
    return campaign
  }

  /** The visitor of a visit, as clicks of the day name them. */
  async visitorOf({ orgId, at, address, agent }: Pick<Click, 'orgId' | 'at' | 'address' | 'agent'>): Promise<string> {
    return visitorOf({ orgId, network: shortAddress(address), agent }, await this.#saltOf(orgId, dayOf(at)))
  }

  async #readProfile(click: WaitingClick, key: string): Promise<Profile> {
    const { orgId, at, agent: text } = click
    const network = shortAddress(click.address)
    const agent = this.#agentOf(text)
    const salt = await this.#saltOf(orgId, dayOf(at))
    const place = network === '' ? undefined : await this.#geo()?.lookup(click.address)
    const profile: Profile = {
      isRobot: agent.isRobot,
      country: shorten(place?.country),
      city: shorten(place?.city),
      device: agent.device,
      browser: agent.browser,
      system: agent.system,
      language: languageOf(click.language),
      referrer: hostOfReferrer(click.referrer),
      visitor: visitorOf({ orgId, network, agent: text }, salt),
    }
    // A text that was left unread is read by a later batch.
    if (isKnownAgent(text)) this.#profiles.set(key, profile)
    return profile
  }

  #agentOf(text: string): Agent {
    if (!isKnownAgent(text)) {
      if (this.#newAgents >= mostNewAgents) return { ...unknownAgent, isRobot: saysRobot(text) }
      this.#newAgents += 1
    }
    const agent = readAgent(text)
    return agent.isRobot || isPreview(text) ? { ...agent, isRobot: true } : agent
  }
}

function readWith({ orgId, linkId, at, rule, version, campaign }: WaitingClick, profile: Profile): ReadClick {
  return { orgId, linkId, at, rule, version, profile, campaign }
}

function profileKey({ orgId, at, address, agent, language, referrer }: Omit<Click, 'location'>): string {
  return `${orgId} ${Math.floor(at / 86_400_000)} ${address} ${agent}\n${language}\n${referrer}`
}

/** What a visitor is known by on a day. */
interface DayVisitor {
  readonly orgId: string
  readonly network: string
  readonly agent: string
}

function visitorOf({ orgId, network, agent }: DayVisitor, salt: string): string {
  return createHmac('sha256', salt).update(`${orgId} ${network} ${agent}`).digest('base64url').slice(0, 16)
}

/** The day of a moment in UTC, `2026-01-31`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The first language that a browser prefers, without its country: `de`. */
export function languageOf(header: string): string {
  return /^\s*([a-z]{2,3})\b/i.exec(header)?.[1]?.toLowerCase() ?? ''
}

/** The host of a page, without `www.`. */
export function hostOfReferrer(referrer: string): string {
  if (referrer === '' || !URL.canParse(referrer)) return ''
  return shorten(new URL(referrer).hostname.replace(/^www\./, ''))
}

const longest = 100

/** Text of others: well-formed, and within its column. */
function shorten(text = ''): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\0', '')
}
