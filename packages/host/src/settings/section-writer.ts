/**
 * Saves a section, always as a whole.
 *
 *   given ── mask? ──► the stored secret in its place ── validate ──► accepted ── seal ──► next
 *     ▲                                                    └─ wrong: every field by name, nothing written
 *     └── another writer was faster: read again ◄── replace the row that was read, and its audit entry
 *
 * Schemas are plugin code, and the vault may have to create a key, so both run outside of the transaction. The revision
 * of the row shows whether the state they used is still current. A kept secret is therefore always the latest one.
 */
import { isDeepStrictEqual } from 'node:util'
import { Problem, type FieldProblem, type SettingsOwner } from '@host/plugin'
import { settingsMask } from '@host/plugin/platform'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import { fieldErrors } from '../request/field-errors.ts'
import type { DeclaredSection } from './declared-section.ts'
import { givenValues } from './given-values.ts'
import type { SectionReader, SectionReading } from './section-reader.ts'
import type { SectionSecrets } from './section-secrets.ts'
import { describeChange } from './settings-change.ts'
import { placeOf, type SettingsPlace } from './settings-place.ts'
import type { CurrentSection, Fields, SettingsStore, StoredSection } from './settings-store.ts'
import { untilReplaced, type Replacement } from './until-replaced.ts'

/** Dependencies of saving. */
export interface WriterParts {
  readonly store: SettingsStore
  readonly reader: SectionReader
  readonly secrets: SectionSecrets
  readonly recorder: ChangeRecorder<SilentChange>
}

interface GivenChange {
  readonly owner: SettingsOwner
  readonly place: SettingsPlace
  readonly given: unknown
  /** The row to replace. */
  readonly current: CurrentSection
}

export class SectionWriter {
  readonly #parts: WriterParts

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** @throws Problem `invalid_input`, `bad_request`, `conflict` when others keep writing */
  async save(declared: DeclaredSection, owner: SettingsOwner, values: unknown): Promise<void> {
    const given = givenValues(values)
    const place = placeOf(declared.plugin, owner)
    await untilReplaced(this.#parts.store, place, (current) => this.#change(declared, { owner, place, given, current }))
  }

  /** @returns undefined when the same values are stored already */
  async #change(
    declared: DeclaredSection,
    { owner, place, given, current }: GivenChange,
  ): Promise<Replacement | undefined> {
    const { reader, recorder } = this.#parts
    const before = await reader.readingOf(declared, place, current)
    const values = await accept(declared, withKept(declared, given, before))
    const next = await this.#stored(declared, place, { values, before })
    if (current.revision > 0 && isDeepStrictEqual(next, storedOf(before))) return undefined
    const change = describeChange({ declared, owner, before: before.values, after: values })
    return { next, beside: () => recorder.record(change) }
  }

  /** A secret that stays the same stays as it was sealed. */
  async #stored(
    { secrets }: DeclaredSection,
    place: SettingsPlace,
    { values, before }: { readonly values: Fields; readonly before: SectionReading },
  ): Promise<StoredSection> {
    const sealed: Record<string, string> = {}
    for (const field of secrets) {
      const secret = values[field]
      if (typeof secret !== 'string' || secret === '') continue
      const kept = before.values[field] === secret ? before.current.sealed[field] : undefined
      sealed[field] = kept ?? (await this.#parts.secrets.seal(place, field, secret))
    }
    return { plain: plain(values, secrets), sealed }
  }
}

/** Puts stored secrets in the place of their masks; an empty text, and a mask of nothing, take the secret away. */
function withKept({ secrets }: DeclaredSection, given: unknown, { values }: SectionReading): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const pairs = Object.entries(given as Fields).flatMap(([field, value]): readonly (readonly [string, unknown])[] => {
    if (!secrets.has(field)) return [[field, value]]
    const meant = value === settingsMask ? values[field] : value
    return meant === undefined || meant === '' ? [] : [[field, meant]]
  })
  return Object.fromEntries(pairs)
}

/** @throws Problem `invalid_input` naming every wrong field */
async function accept(declared: DeclaredSection, given: unknown): Promise<Fields> {
  const unknown: readonly FieldProblem[] = declared.unknown.in(given)
  const result = await declared.validate(given)
  if ('value' in result && unknown.length === 0) return result.value
  const issues = 'issues' in result ? result.issues : []
  throw new Problem('invalid_input', { errors: fieldErrors(unknown, issues, given) })
}

function storedOf({ current: { plain: values, sealed } }: SectionReading): StoredSection {
  return { plain: values, sealed }
}

/** As JSON keeps it. */
function plain(values: Fields, secrets: ReadonlySet<string>): Fields {
  const pairs = Object.entries(values).filter(([field]) => !secrets.has(field))
  return JSON.parse(JSON.stringify(Object.fromEntries(pairs))) as Fields
}
