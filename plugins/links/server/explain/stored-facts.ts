import type { StoredClick } from '../../shared.ts'
import type { Agent } from '../clicks/agents/read-agent.ts'
import { nothingKnown, VisitFacts } from '../rules/visit-facts.ts'

/** A visit as it was stored, for the conditions of rules. */
export class StoredFacts extends VisitFacts {
  readonly #click: StoredClick

  constructor(click: StoredClick) {
    const { at, country, city } = click
    const visit = { at: Date.parse(at), address: '', target: '', header: () => undefined }
    super({ ...nothingKnown, ...visit, country, city })
    this.#click = click
  }

  override get agent(): Agent {
    const { browser, system, device, isRobot } = this.#click
    return { browser, system, device: device as Agent['device'], isRobot }
  }

  override get language(): string {
    return this.#click.language
  }

  override get referrer(): string {
    return this.#click.referrer
  }
}
