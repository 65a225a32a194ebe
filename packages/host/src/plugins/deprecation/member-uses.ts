/**
 * Warns plugins that use a deprecated member of the contract, each of them once a start for each member.
 *
 * Unused members cost nothing: only a context and the services that have a deprecated member are watched, and
 * everything keeps working as before.
 */
import type { AnyPlugin, Log } from '@host/plugin'
import type { MemberDeprecation } from '@host/plugin/platform'
import { memberNames } from '../../support/member-names.ts'
import { deprecationSentence } from './deprecation-sentence.ts'

/** Uses of deprecated members. */
export class MemberUses {
  readonly #log: Log
  readonly #deprecations: readonly MemberDeprecation[]
  /** Those of services, by the service. */
  readonly #services: ReadonlyMap<string, readonly MemberDeprecation[]>
  readonly #told = new Set<string>()

  constructor(log: Log, deprecations: readonly MemberDeprecation[]) {
    this.#log = log
    this.#deprecations = deprecations
    this.#services = Map.groupBy(deprecations.filter(isOfService), ({ what }) => what.service)
  }

  /** Reads a plugin's definition. */
  readDefinition(plugin: AnyPlugin): void {
    for (const each of this.#deprecations) {
      if (each.what.of === 'plugin' && has(plugin, each.what.member.split('.'))) this.#tell(plugin.name, each)
    }
  }

  /** The context of a plugin, whose deprecated members are watched. */
  watchContext<Context extends object>(plugin: string, context: Context): Context {
    const watched = this.#deprecations.filter(({ what }) => what.of === 'context')
    return this.#watch(plugin, context, watched)
  }

  /** A service as a plugin gets it: looking it up is a use, or calling a method of it. */
  watchService<Service>(plugin: string, name: string, service: Service): Service {
    const known = this.#services.get(name)
    if (known === undefined || service === undefined) return service
    const whole = known.find(({ what }) => what.member === undefined)
    if (whole !== undefined) this.#tell(plugin, whole)
    // A service that is one function has no members.
    return typeof service === 'object' && service !== null ? this.#watch(plugin, service, known) : service
  }

  #watch<Watched extends object>(plugin: string, target: Watched, deprecations: readonly MemberDeprecation[]): Watched {
    const byMember = new Map(deprecations.map((each) => [each.what.member, each]))
    byMember.delete(undefined)
    if (byMember.size === 0) return target
    const tell = (member: string): void => {
      const known = byMember.get(member)
      if (known !== undefined) this.#tell(plugin, known)
    }
    return watching(target, tell)
  }

  #tell(plugin: string, { what, since, use }: MemberDeprecation): void {
    const sentence = deprecationSentence(`Plugin "${plugin}"`, { what, since, use })
    if (this.#told.has(sentence)) return
    this.#told.add(sentence)
    this.#log.warn(sentence, { plugin })
  }
}

type ServiceDeprecation = MemberDeprecation & { readonly what: { readonly of: 'service' } }

function isOfService(deprecation: MemberDeprecation): deprecation is ServiceDeprecation {
  return deprecation.what.of === 'service'
}

/**
 * The same members, each read from the object itself and bound to it, so that methods find their private fields.
 */
function watching<Target extends object>(target: Target, onRead: (member: string) => void): Target {
  const watched = {}
  for (const member of memberNames(target)) {
    const get = (): unknown => {
      onRead(member)
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    }
    Object.defineProperty(watched, member, { enumerable: true, get })
  }
  // It has every member that the object has, of the same types.
  return Object.freeze(watched) as Target
}

/** Whether a definition has a member; of a list, whether one of its entries has. */
function has(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return value !== undefined
  if (Array.isArray(value)) return value.some((each) => has(each, [first, ...rest]))
  if (typeof value !== 'object' || value === null || !(first in value)) return false
  return has((value as Readonly<Record<string, unknown>>)[first], rest)
}
