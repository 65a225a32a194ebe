/** What is stored of a click: nothing that names a visitor. */
import { createHmac } from 'node:crypto'
import type { GeoService } from '@host/plugin'
import { isPreview, saysRobot } from '../redirect/visitors.ts'
import { isKnownAgent, readAgent, type Agent } from './agents/read-agent.ts'
import type { Click } from './click.ts'
import { shortAddress } from './short-address.ts'

/** A click as it is stored. Texts are empty where nothing is known. */
export interface ReadClick {
  readonly orgId: string
  readonly linkId: string
  readonly at: number
  readonly rule: number | null
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

/** New texts of `User-Agent` that are read in one batch; the rest stay unknown, so that a flood of them takes no time. */
const mostNewAgents = 64

const unknownAgent: Agent = { isRobot: false, browser: '', system: '', device: 'other' }

/** Reads clicks, some of one batch. */
export class ClickReader {
  readonly #geo: GeoService | undefined
  readonly #saltOf: (orgId: string, day: string) => Promise<string>
  #newAgents = 0

  /** @param saltOf the secret of a workspace for a day */
  constructor(geo: GeoService | undefined, saltOf: (orgId: string, day: string) => Promise<string>) {
    this.#geo = geo
    this.#saltOf = saltOf
  }

  async read(click: Click): Promise<ReadClick> {
    const { orgId, linkId, at, rule, agent: text } = click
    const network = shortAddress(click.address)
    const agent = this.#agentOf(text)
    const salt = await this.#saltOf(orgId, dayOf(at))
    const place = network === '' ? undefined : await this.#geo?.lookup(click.address)
    return {
      orgId,
      linkId,
      at,
      rule,
      isRobot: agent.isRobot,
      country: shorten(place?.country),
      city: shorten(place?.city),
      device: agent.device,
      browser: agent.browser,
      system: agent.system,
      language: languageOf(click.language),
      referrer: hostOfReferrer(click.referrer),
      visitor: createHmac('sha256', salt).update(`${orgId} ${network} ${text}`).digest('base64url').slice(0, 16),
    }
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
