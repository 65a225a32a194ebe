import { readFileSync } from 'node:fs'
import type { CheckedComposition } from './composition.ts'
import { resolveRelative } from './read-module-graph.ts'

/** A dictionary that was saved, as the page takes it. */
export interface ChangedDictionary {
  readonly namespace: string
  readonly language: 'en' | 'zh'
  readonly texts: unknown
}

/** The product's own dictionaries, by where they stand. */
const own = /\/packages\/(plugin-sdk|shell)\/src\/i18n\/(en|zh)\.json$/

/** Whether a file is one of texts, also while it can not be read. */
export function isDictionary({ halves }: CheckedComposition, file: string): boolean {
  return placeOf(halves, file) !== undefined
}

/** Reads a changed file as a dictionary; undefined when it isn't one or can't be read at the moment. */
export function changedDictionary({ halves }: CheckedComposition, file: string): ChangedDictionary | undefined {
  const place = placeOf(halves, file)
  if (place === undefined) return undefined
  try {
    return { ...place, texts: JSON.parse(readFileSync(file, 'utf8')) as unknown }
  } catch {
    return undefined
  }
}

function placeOf(
  halves: CheckedComposition['halves'],
  file: string,
): Pick<ChangedDictionary, 'namespace' | 'language'> | undefined {
  const [, folder, language] = own.exec(file) ?? []
  if (folder !== undefined) {
    return { namespace: folder === 'shell' ? 'shell' : 'sdk', language: language === 'zh' ? 'zh' : 'en' }
  }
  return halves.flatMap(({ name, entry, facts }) =>
    (['en', 'zh'] as const).flatMap((each) => {
      const fact = facts?.i18n?.[each]
      const isIt = fact !== undefined && 'specifier' in fact && resolveRelative(entry, fact.specifier) === file
      return isIt ? [{ namespace: name, language: each }] : []
    }),
  )[0]
}
