import type { Language } from '@host/plugin/wire'
import { readableOnce } from '../session/readable-once.ts'
import type { Dictionary, DictionarySource } from '../ui-plugin.ts'
import { dictionaryText, pluralsOf, type TextValues } from './dictionary-text.ts'

/** Both languages of one namespace. */
export interface DictionarySources {
  readonly en: DictionarySource
  readonly zh: DictionarySource
}

/** Gives the text of `<namespace>.<key>`; a plugin's namespace is its name. `count` chooses the plural. */
export type Translate = (key: string, values?: TextValues) => string

/** The texts at one moment; another object as soon as any of them changes. */
export interface TextsSnapshot {
  readonly language: Language
  readonly t: Translate
}

/** The texts of this page: a dictionary per namespace and language, each loaded when it is first needed. */
export interface Texts {
  /** Names where a namespace's texts come from. */
  readonly add: (namespace: string, sources: DictionarySources) => void
  /** Loads dictionaries. The same wait is the same promise, as `use` wants it. One that is lost leaves its keys. */
  readonly load: (namespaces: readonly string[]) => Promise<void>
  /** Whether dictionaries have arrived, or are lost. */
  readonly isLoaded: (namespaces: readonly string[]) => boolean
  /** Puts texts in the place of those that a namespace had. */
  readonly replace: (namespace: string, language: Language, texts: Dictionary) => void
  /** Switches when the dictionaries that are in use have arrived. */
  readonly setLanguage: (language: Language) => Promise<void>
  readonly snapshot: () => TextsSnapshot
  readonly subscribe: (listener: () => void) => () => void
}

/** Texts in a language. A text that a language lacks shows its key: falling back would hide the fault. */
export function createTexts(language: Language): Texts {
  return new LoadedTexts(language)
}

type Dictionaries = ReadonlyMap<string, Dictionary>

/** A promise that `use` reads without suspending. */
const nothingToWaitFor = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

class LoadedTexts implements Texts {
  readonly #sources = new Map<string, DictionarySources>([
    ['sdk', { en: () => import('./en.json'), zh: () => import('./zh.json') }],
  ])
  readonly #dictionaries = { en: new Map<string, Dictionary>(), zh: new Map<string, Dictionary>() }
  /** By language and namespaces. */
  readonly #waits = new Map<string, Promise<void>>()
  /** By language and namespace. */
  readonly #arrivals = new Map<string, Promise<void>>()
  readonly #listeners = new Set<() => void>()
  #language: Language
  /** The one that was asked for last; another than `language` while its dictionaries are on their way. */
  #wanted: Language
  #snapshot: TextsSnapshot

  constructor(language: Language) {
    this.#language = language
    this.#wanted = language
    this.#snapshot = this.#take()
  }

  readonly add: Texts['add'] = (namespace, sources) => void this.#sources.set(namespace, sources)

  readonly isLoaded: Texts['isLoaded'] = (namespaces) => this.#missing(this.#language, namespaces).length === 0

  readonly load: Texts['load'] = (namespaces) => {
    const key = [this.#language, ...namespaces].join(' ')
    const begun = this.#waits.get(key)
    if (begun !== undefined) return begun
    if (this.isLoaded(namespaces)) return nothingToWaitFor
    const wait = readableOnce(this.#arrive(this.#language, namespaces))
    this.#waits.set(key, wait)
    return wait
  }

  readonly replace: Texts['replace'] = (namespace, language, texts) => {
    if (!this.#dictionaries[language].has(namespace)) return
    this.#dictionaries[language].set(namespace, texts)
    this.#tell()
  }

  readonly setLanguage: Texts['setLanguage'] = async (language) => {
    this.#wanted = language
    await this.#arrive(language, [...this.#dictionaries[this.#language].keys()])
    if (this.#wanted !== language) return
    this.#language = language
    this.#tell()
  }

  readonly snapshot: Texts['snapshot'] = () => this.#snapshot

  readonly subscribe: Texts['subscribe'] = (listener) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #missing(language: Language, namespaces: readonly string[]): readonly string[] {
    return namespaces.filter((namespace) => !this.#dictionaries[language].has(namespace))
  }

  async #arrive(language: Language, namespaces: readonly string[]): Promise<void> {
    const missing = this.#missing(language, namespaces)
    await Promise.all(missing.map((namespace) => this.#fetch(language, namespace)))
  }

  #fetch(language: Language, namespace: string): Promise<void> {
    const key = `${language} ${namespace}`
    const begun = this.#arrivals.get(key)
    if (begun !== undefined) return begun
    const source = this.#sources.get(namespace)?.[language] ?? {}
    const arrival = loadDictionary(source).then(
      (dictionary) => this.#keep(language, namespace, dictionary),
      () => this.#keep(language, namespace, {}),
    )
    this.#arrivals.set(key, arrival)
    return arrival
  }

  #keep(language: Language, namespace: string, dictionary: Dictionary): void {
    this.#dictionaries[language].set(namespace, dictionary)
    if (language === this.#language) this.#tell()
  }

  #tell(): void {
    this.#snapshot = this.#take()
    for (const listener of this.#listeners) listener()
  }

  #take(): TextsSnapshot {
    const language = this.#language
    return { language, t: translator(this.#dictionaries[language], language) }
  }
}

function translator(dictionaries: Dictionaries, language: Language): Translate {
  const pluralOf = pluralsOf(language)
  return (key, values) => {
    const dot = key.indexOf('.')
    const dictionary = dictionaries.get(key.slice(0, Math.max(dot, 0))) ?? {}
    return dictionaryText(dictionary, key.slice(dot + 1), { values, pluralOf }) ?? key
  }
}

/** The dictionary that a source means. */
export async function loadDictionary(source: DictionarySource): Promise<Dictionary> {
  const loaded = typeof source === 'function' ? await source() : source
  return isModule(loaded) ? loaded.default : loaded
}

function isModule(loaded: Dictionary | { readonly default: Dictionary }): loaded is { readonly default: Dictionary } {
  return typeof loaded['default'] === 'object'
}
