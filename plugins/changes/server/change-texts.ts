import { errorCatalog, type Changeset, type Language, type PluginCatalogService, type PluginI18n } from '@host/plugin'
import { i18n as own } from './i18n.ts'

/** A text of a plugin, with the values of its placeholders. */
interface PluginText {
  readonly plugin: string
  /** Such as `change.mail_stops`. */
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

/** The service of changesets plans as this plugin; the texts of its warnings are here. */
const host = 'host'

/**
 * Texts of plugins about their changes: `change.<code>` and `dependent.<code>` of their `i18n`, with `{{name}}` for each
 * value. A text with `count` may have a form for each plural, such as `dependent.links_one`.
 */
export class ChangeTexts {
  readonly #catalog: Pick<PluginCatalogService, 'list'>
  readonly #language: Language

  constructor(catalog: Pick<PluginCatalogService, 'list'>, language: Language) {
    this.#catalog = catalog
    this.#language = language
  }

  /** The title of a plugin; its name where this build has it not. */
  title(plugin: string): string {
    const facts = this.#catalog.list().find(({ name }) => name === plugin)
    return facts?.i18n[this.#language]?.['info.title'] ?? facts?.info.title ?? plugin
  }

  /** The title of a changeset: its text in the language of the reader, or as it was stored. */
  titleOf({ plugin, title, titleText }: Pick<Changeset, 'plugin' | 'title' | 'titleText'>): string {
    if (titleText === null) return title
    const { code, params: values = {} } = titleText
    return this.#text({ plugin, key: `change.${code}`, values }) ?? title
  }

  warning({ plugin, code, params = {} }: Changeset['warnings'][number]): string {
    const values = plugin === host ? this.#withTitles(params) : params
    return this.#text({ plugin, key: `change.${code}`, values }) ?? code
  }

  dependent({ plugin, code, count }: Changeset['dependents'][number]): string {
    return this.#text({ plugin, key: `dependent.${code}`, values: { count } }) ?? code
  }

  /** The reason for an error code of a changeset. */
  error(code: string): string {
    const known = Object.hasOwn(errorCatalog, code) ? errorCatalog[code as keyof typeof errorCatalog] : undefined
    return this.#text({ plugin: host, key: `error.${code}`, values: {} }) ?? known?.title[this.#language] ?? code
  }

  /** Warnings of the service name plugins. */
  #withTitles(params: PluginText['values']): PluginText['values'] {
    const named = ['owner', 'plugin'].filter((key) => typeof params[key] === 'string')
    return { ...params, ...Object.fromEntries(named.map((key) => [key, this.title(String(params[key]))])) }
  }

  #text({ plugin, key, values }: PluginText): string | undefined {
    const all = plugin === host ? own : this.#catalog.list().find(({ name }) => name === plugin)?.i18n
    const text = formOf(all?.[this.#language], key, { values, language: this.#language })
    const template = text ?? formOf(all?.en, key, { values, language: 'en' })
    const valueOf = (_: string, name: string): string => (Object.hasOwn(values, name) ? String(values[name]) : '')
    return template?.replaceAll(placeholder, valueOf).trim()
  }
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

interface Form {
  readonly values: PluginText['values']
  readonly language: Language
}

function formOf(texts: PluginI18n[Language] = {}, key: string, { values, language }: Form): string | undefined {
  const { count } = values
  const plural = typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key
  return texts[plural] ?? texts[key]
}
