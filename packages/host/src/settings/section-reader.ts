import type { DeclaredSection } from './declared-section.ts'
import { fittingValues } from './fitting-values.ts'
import type { SectionSecrets } from './section-secrets.ts'
import type { SettingsPlace } from './settings-place.ts'
import type { CurrentSection, Fields, SettingsStore, StoredSection } from './settings-store.ts'

/** The stored settings of an owner in a section, with the row they were read from. */
export interface SectionReading {
  readonly current: CurrentSection
  /** Current values: defaults filled in, secrets in clear. */
  readonly values: Fields
}

/** Reads stored sections. */
export class SectionReader {
  readonly #store: SettingsStore
  readonly #secrets: SectionSecrets

  constructor(store: SettingsStore, secrets: SectionSecrets) {
    this.#store = store
    this.#secrets = secrets
  }

  /** For the plugin, which works with its secrets. @throws SealBroken when one of them does not open */
  async values(declared: DeclaredSection, place: SettingsPlace): Promise<Fields> {
    const stored = await this.#store.read(place)
    const secrets = await this.#opened(declared, stored, (field, sealed) => this.#secrets.open(place, field, sealed))
    return await fittingValues(declared, { ...plainOf(stored), ...secrets })
  }

  /** For its page, on which a secret that does not open stands as if it were not set. */
  async reading(declared: DeclaredSection, place: SettingsPlace): Promise<SectionReading> {
    return await this.readingOf(declared, place, await this.#store.read(place))
  }

  /** The same of a row that was read already. */
  async readingOf(declared: DeclaredSection, place: SettingsPlace, current: CurrentSection): Promise<SectionReading> {
    const secrets = await this.#opened(declared, current, (field, sealed) =>
      this.#secrets.tryOpen(place, field, sealed),
    )
    return { current, values: await fittingValues(declared, { ...plainOf(current), ...secrets }) }
  }

  /** A sealed value stays sealed when its field is no longer a secret. */
  async #opened(
    { secrets }: DeclaredSection,
    { sealed }: StoredSection,
    open: (field: string, sealed: string) => Promise<string | undefined>,
  ): Promise<Fields> {
    const pairs = await Promise.all(
      Object.entries(sealed)
        .filter(([field]) => secrets.has(field))
        .map(async ([field, text]) => [field, await open(field, text)] as const),
    )
    return Object.fromEntries(pairs.filter(([, secret]) => secret !== undefined))
  }
}

/** A field that was sealed and is no longer a secret gets its default: its old value must not show. */
function plainOf({ plain, sealed }: StoredSection): Fields {
  return Object.fromEntries(Object.entries(plain).filter(([field]) => !Object.hasOwn(sealed, field)))
}
