import type { Agent } from '../clicks/agents/read-agent.ts'
import { readAgent } from '../clicks/agents/read-agent.ts'
import { hostOfReferrer, languageOf } from '../clicks/read-click.ts'

/** What only a database knows of a visit. */
export interface KnownOfVisit {
  /** A code in upper case; empty when unknown. */
  readonly country: string
  /** English names; empty when unknown. */
  readonly region: string
  readonly city: string
  /** Whether the visitor came to the link before on the same day. */
  readonly isReturning: boolean
  /** Of the link so far. */
  readonly clicks: number
}

export const nothingKnown: KnownOfVisit = Object.freeze({
  country: '',
  region: '',
  city: '',
  isReturning: false,
  clicks: 0,
})

/** A visit as rules see it. */
export interface RuleVisit extends KnownOfVisit {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly address: string
  /** Path and query. */
  readonly target: string
  /** @param name in lower case */
  header(name: string): string | undefined
}

/** Longer headers are cut. */
const longest = 512

/** What a visit shows, read when a condition asks. */
export class VisitFacts {
  readonly visit: RuleVisit
  #agent: Agent | undefined
  #query: URLSearchParams | undefined
  #language: string | undefined
  #referrer: string | undefined
  #visitor: string | undefined

  constructor(visit: RuleVisit) {
    this.visit = visit
  }

  get agent(): Agent {
    return (this.#agent ??= readAgent(this.visit.header('user-agent') ?? ''))
  }

  get language(): string {
    return (this.#language ??= languageOf((this.visit.header('accept-language') ?? '').slice(0, longest)))
  }

  get referrer(): string {
    return (this.#referrer ??= hostOfReferrer((this.visit.header('referer') ?? '').slice(0, longest)))
  }

  /** The visitor as shares tell them apart. */
  get visitor(): string {
    return (this.#visitor ??= `${this.visit.address} ${(this.visit.header('user-agent') ?? '').slice(0, longest)}`)
  }

  get query(): URLSearchParams {
    const { target } = this.visit
    const mark = target.indexOf('?')
    return (this.#query ??= new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)))
  }
}
