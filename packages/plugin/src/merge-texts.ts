import type { PluginI18n } from './plugin-info.ts'

/**
 * The texts of several parts of a plugin as one, for its `i18n`. A later part replaces equal keys of an earlier one.
 * @example i18n: mergeTexts(deals.texts, contacts.texts, texts)
 * @since 1.0.0
 */
export function mergeTexts(...parts: readonly PluginI18n[]): Required<PluginI18n> {
  return {
    en: Object.assign({}, ...parts.map(({ en }) => en)) as Readonly<Record<string, string>>,
    zh: Object.assign({}, ...parts.map(({ zh }) => zh)) as Readonly<Record<string, string>>,
  }
}
