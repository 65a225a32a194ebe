import type { Language } from '@host/plugin/wire'
import type { Dictionary } from '../ui-plugin.ts'

/** Values of the placeholders in double braces. */
export type TextValues = Readonly<Record<string, string | number>>

/** Which plural a count takes, such as `one` or `other`. */
export type PluralOf = (count: number) => string

/** The plurals of a language. @returns the same for each count, as long as it lives */
export function pluralsOf(language: Language): PluralOf {
  const rules = new Intl.PluralRules(language)
  return (count) => rules.select(count)
}

/**
 * The text of a key, with its values filled in. With a `count` the text of the count's plural counts first:
 * `notes_one` and `notes_other` for `notes`.
 * @returns undefined when the dictionary has no such text
 */
export function dictionaryText(
  dictionary: Dictionary,
  key: string,
  { values = {}, pluralOf }: { readonly values?: TextValues | undefined; readonly pluralOf: PluralOf },
): string | undefined {
  const { count } = values
  const plural = typeof count === 'number' ? find(dictionary, `${key}_${pluralOf(count)}`) : undefined
  return fill(plural ?? find(dictionary, key), values)
}

function find(dictionary: Dictionary, key: string): string | undefined {
  let found: Dictionary[string] = dictionary
  for (const part of key.split('.')) {
    if (typeof found === 'string' || !Object.hasOwn(found, part)) return undefined
    found = found[part] ?? ''
  }
  return typeof found === 'string' ? found : undefined
}

/** A value that is not given leaves nothing. */
function fill(text: string | undefined, values: TextValues): string | undefined {
  return text?.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : '',
  )
}
