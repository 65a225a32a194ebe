import { createInstance, type BackendModule, type i18n } from 'i18next'
import type { Language } from '@host/plugin/wire'
import type { Dictionary, DictionarySource } from '../ui-plugin.ts'

/** Both languages of one namespace. */
export interface DictionarySources {
  readonly en: DictionarySource
  readonly zh: DictionarySource
}

/** The texts of this page: a dictionary per namespace and language, each loaded when it is first needed. */
export interface Texts {
  readonly i18n: i18n
  /** Names where a namespace's texts come from; a plugin's namespace is its name. */
  readonly add: (namespace: string, sources: DictionarySources) => void
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
    ns: ['sdk'],
    defaultNS: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { bindI18n: 'languageChanged loaded' },
  })
  return { i18n: instance, add: (namespace, both) => void sources.set(namespace, both) }
}

function backend(sources: ReadonlyMap<string, DictionarySources>): BackendModule {
  const read = (language: string, namespace: string): Promise<Dictionary> =>
    loadDictionary(sources.get(namespace)?.[language === 'zh' ? 'zh' : 'en'] ?? {})
  const module = { type: 'backend' as const, callbackApi: false, init: () => undefined, read }
  return module
}

async function loadDictionary(source: DictionarySource): Promise<Dictionary> {
  const loaded = typeof source === 'function' ? await source() : source
  return isModule(loaded) ? loaded.default : loaded
}

function isModule(loaded: Dictionary | { readonly default: Dictionary }): loaded is { readonly default: Dictionary } {
  return typeof loaded['default'] === 'object'
}
