import { parsePattern, type ApiRoute } from '@host/plugin/platform'
import { hideSecrets } from '../audit/hide-secrets.ts'
import { SecretNames } from '../support/secret-names.ts'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import { settingsKinds } from '../settings/declared-section.ts'

/** Masks the secrets in the inputs of routes, by their definitions. */
export class InputMasks {
  readonly #routes: () => readonly ApiRoute[]
  readonly #ofSettings: ReadonlySet<string>
  readonly #names = new Map<string, SecretNames>()

  constructor(routes: () => readonly ApiRoute[], plugins: readonly RegisteredPlugin[]) {
    this.#routes = routes
    this.#ofSettings = new Set(
      plugins.flatMap(({ plugin }) => settingsKinds.flatMap((kind) => plugin.settings?.[kind]?.secrets ?? [])),
    )
  }

  /** An input with its secrets masked. Wildcards name the record of the call, so they are shown. */
  shown(pattern: string, input: unknown): unknown {
    const shown = hideSecrets(this.#namesOf(pattern), input)
    return isObject(shown) && isObject(input) ? { ...shown, ...wildcardsOf(pattern, input) } : shown
  }

  #namesOf(pattern: string): SecretNames {
    const known = this.#names.get(pattern)
    if (known !== undefined) return known
    const route = this.#routes().find((each) => each.pattern === pattern)
    const names = new SecretNames(route?.endpoint?.jsonSchema('input'), this.#ofSettings)
    if (route !== undefined) this.#names.set(pattern, names)
    return names
  }
}

function wildcardsOf(pattern: string, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { segments } = parsePattern(pattern)
  const names = new Set(segments.flatMap((segment) => ('name' in segment ? [segment.name] : [])))
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
