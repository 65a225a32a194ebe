/**
 * The services of a host, by name. Provider and consumer share the token.
 *
 *   mounting --seal()--> sealed
 *
 * While plugins mount, only the host's own services are visible: a look-up then gives the same result whatever the
 * order in which plugins are listed. `provide` throws once sealed. A default of the host is visible once sealed, unless
 * a plugin provides the service.
 */
import type { Log, ServiceToken } from '@host/plugin'
import { currentService } from './live-service.ts'

/** A service's token; its type matters only to provider and consumer. */
interface Named {
  readonly name: string
}

interface Provided {
  readonly owner: string
  readonly service: unknown
  /** Whether a plugin may provide the service in its place. */
  readonly isDefault: boolean
}

export class Registry {
  readonly #services = new Map<string, Provided>()
  /** Look-ups made before the service could exist. */
  readonly #early = new Map<string, Set<string>>()
  readonly #problems: string[] = []
  readonly #log: Log
  #isSealed = false

  constructor(log: Log) {
    this.#log = log
  }

  get isSealed(): boolean {
    return this.#isSealed
  }

  get problems(): readonly string[] {
    return this.#problems
  }

  provide(owner: string, token: Named, service: unknown): void {
    if (this.#isSealed) {
      throw new Error(`Plugin "${owner}" provides "${token.name}" too late: provide services while mounting.`)
    }
    const known = this.#services.get(token.name)
    if (known === undefined || known.isDefault) this.#services.set(token.name, { owner, service, isDefault: false })
    else this.#problems.push(providedTwice(token.name, known.owner, owner))
  }

  /** Provides a service of the host for builds in which no plugin provides it. */
  provideDefault(token: Named, service: unknown): void {
    this.#services.set(token.name, { owner: 'host', service, isDefault: true })
  }

  /** Ends the mounting: from now on every service is visible and none can be added. */
  seal(): void {
    this.#isSealed = true
    for (const [name, consumers] of this.#early) {
      if (!this.#services.has(name)) continue
      for (const consumer of consumers) {
        this.#log.warn(lookedUpEarly(consumer, name), { plugin: consumer, service: name })
      }
    }
  }

  lookup<Service>(consumer: string, token: ServiceToken<Service>): Service | undefined {
    const known = this.#services.get(token.name)
    // A service under a token has the token's type: `provide` accepts nothing else.
    if (this.#isSealed || (known?.owner === 'host' && !known.isDefault)) {
      return currentService(known?.service) as Service | undefined
    }
    this.#early.set(token.name, (this.#early.get(token.name) ?? new Set()).add(consumer))
    return undefined
  }

  /** The owner of a service; undefined where nothing provides it. */
  providerOf({ name }: Named): string | undefined {
    return this.#services.get(name)?.owner
  }

  /** The names of the services that an owner provides. */
  providedBy(owner: string): readonly string[] {
    return [...this.#services].filter(([, provided]) => provided.owner === owner).map(([name]) => name)
  }
}

function lookedUpEarly(consumer: string, name: string): string {
  return `Plugin "${consumer}" looks up "${name}" while mounting, before plugin services are available; look it up in start or per request.`
}

function providedTwice(name: string, first: string, second: string): string {
  if (first === second) return `Plugin "${first}" provides the service "${name}" twice; provide it once.`
  return `Plugins "${first}" and "${second}" both provide the service "${name}"; remove one of the plugins, or rename one of the services.`
}
