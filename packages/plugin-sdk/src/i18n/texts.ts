import { createInstance, type BackendModule, type i18n } from 'i18next'
import type { Language } from '@host/plugin/wire'
import { readableOnce } from '../session/readable-once.ts'
import type { Dictionary, DictionarySource } from '../ui-plugin.ts'

/** Both languages of one namespace. */
export interface DictionarySources {
  readonly en: DictionarySource
  readonly zh: DictionarySource
}

/** Gives the text of `<namespace>.<key>`; a plugin's namespace is its name. `count` chooses the plural. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

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
  const sources = new Map<string, DictionarySources>([
    ['sdk', { en: () => import('./en.json'), zh: () => import('./zh.json') }],
  ])
  const instance = createInstance()
  void instance.use(backend(sources)).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: ['en', 'zh'],
    ns: [],
    defaultNS: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  const waiting = new Map<string, Promise<void>>()
  return {
    add: (namespace, both) => void sources.set(namespace, both),
    load(namespaces) {
      const key = [instance.language, ...namespaces].join(' ')
      const begun = waiting.get(key)
      if (begun !== undefined) return begun
      const missing = namespaces.filter((namespace) => !instance.hasLoadedNamespace(namespace))
      if (missing.length === 0) return nothingToWaitFor
      const wait = readableOnce(instance.loadNamespaces(missing))
      waiting.set(key, wait)
      return wait
    },
    isLoaded: (namespaces) => namespaces.every((namespace) => instance.hasLoadedNamespace(namespace)),
    replace(namespace, changed, texts) {
      if (!instance.hasResourceBundle(changed, namespace)) return
      instance.removeResourceBundle(changed, namespace).addResourceBundle(changed, namespace, texts)
      instance.emit('loaded')
    },
    setLanguage: async (next) => void (await instance.changeLanguage(next)),
    ...observe(instance),
  }
}

/** A promise that `use` reads without suspending. */
const nothingToWaitFor = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

function observe(instance: i18n): Pick<Texts, 'snapshot' | 'subscribe'> {
  const listeners = new Set<() => void>()
  let snapshot = snapshotOf(instance)
  const onChange = (): void => {
    snapshot = snapshotOf(instance)
    for (const listener of listeners) listener()
  }
  instance.on('languageChanged', onChange)
  instance.on('loaded', onChange)
  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function snapshotOf(instance: i18n): TextsSnapshot {
  const t: Translate = (key, values) => {
    const dot = key.indexOf('.')
    return instance.t(key.slice(dot + 1), { ...values, ns: key.slice(0, Math.max(dot, 0)), defaultValue: key })
  }
  return { language: instance.language === 'zh' ? 'zh' : 'en', t }
}

function backend(sources: ReadonlyMap<string, DictionarySources>): BackendModule {
  const read = (language: string, namespace: string): Promise<Dictionary> =>
    loadDictionary(sources.get(namespace)?.[language === 'zh' ? 'zh' : 'en'] ?? {})
  const module = { type: 'backend' as const, callbackApi: false, init: () => undefined, read }
  return module
}

/** The dictionary that a source means. */
export async function loadDictionary(source: DictionarySource): Promise<Dictionary> {
  const loaded = typeof source === 'function' ? await source() : source
  return isModule(loaded) ? loaded.default : loaded
}

function isModule(loaded: Dictionary | { readonly default: Dictionary }): loaded is { readonly default: Dictionary } {
  return typeof loaded['default'] === 'object'
}
