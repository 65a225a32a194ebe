/**
 * Entries as sentences. A plugin declares the sentence of an action in its texts, as `audit.<action>` and without the
 * actor: `renamed the tag[ {{before.name}}] to {{name}}`. A value comes from the entry; a part in brackets is left out
 * where its value is missing.
 */
import type { Language, PluginCatalogService, PluginI18n } from '@host/plugin'
import type { AuditRecord } from '@host/plugin/platform'
import { hostSentences } from './host-sentences.ts'

/** The entry and the name of its target. */
export type SayableEntry = Pick<AuditRecord, 'action' | 'plugin' | 'target' | 'before' | 'after'> & {
  readonly targetName: string | null
}

const longestValue = 100
// bounded: the sentences of this build.
const part = /\[([^\]]*)\]/g
const place = /\{\{([\w.]+)\}\}/g

/** Writes the sentences of entries. */
export class Sentences {
  readonly #texts: ReadonlyMap<string, PluginI18n>

  constructor(catalog: Pick<PluginCatalogService, 'list'>) {
    this.#texts = new Map(catalog.list().map(({ name, i18n }) => [name, i18n]))
  }

  /** The sentence of an entry; undefined for an action without one. */
  of(entry: SayableEntry, language: Language): string | undefined {
    const key = `audit.${entry.action}`
    const text =
      this.#texts.get(entry.plugin)?.[language]?.[key] ??
      (hostSentences[language] as Readonly<Record<string, string>>)[key]
    if (text === undefined) return undefined
    const value = (name: string) => valueIn(entry, name, language)
    return text
      .replaceAll(part, (_, inner: string) =>
        [...inner.matchAll(place)].every(([, name = '']) => value(name) !== undefined) ? inner : '',
      )
      .replaceAll(place, (_, name: string) => value(name) ?? '…')
  }
}

function valueIn(entry: SayableEntry, name: string, language: Language): string | undefined {
  if (name === 'target') return entry.targetName ?? entry.target?.slice(entry.target.indexOf(':') + 1)
  const [, isBefore, field = ''] = /^(before\.)?(\w+)$/.exec(name) ?? []
  const value = isBefore === undefined ? (entry.after?.[field] ?? entry.before?.[field]) : entry.before?.[field]
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return undefined
  // Only a role is a word of the product; "owner" in another field is what a user has written.
  const known =
    field === 'role' ? (hostSentences[language] as Readonly<Record<string, string>>)[`audit.value.${value}`] : undefined
  return known ?? shortened(value)
}

/** A value as one line. */
export function shortened(value: string): string {
  return value.length > longestValue ? `${value.slice(0, longestValue - 1).toWellFormed()}…` : value
}
