import { halfProblems } from './check-half.ts'
import { readIconDrawings } from './icon-drawings.ts'
import { createModuleReader } from './module-reader.ts'
import { pagesOf, readWebHalf, sharedPages } from './read-web-half.ts'
import { resolveRelative } from './read-module-graph.ts'
import type { WebHalf } from './web-half.ts'

/** A page of a web half, as its entry writes it. */
export interface InspectedPage {
  /** Undefined for a widget. */
  readonly path: string | undefined
  readonly isInstance: boolean
  /** Undefined when it is not lazy. */
  readonly file: string | undefined
  /** Whether its module has a default export. */
  readonly isExported: boolean
  readonly line: number
}

/** Result of reading a web half without running any of it. */
export interface WebHalfInspection {
  readonly pages: readonly InspectedPage[]
  /** The files of its texts, where they are files. */
  readonly texts: { readonly en: string | undefined; readonly zh: string | undefined }
  /** Problems that a build would reject, as sentences grouped by subject; paths in them are absolute. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Every icon that there is. */
  readonly icons: ReadonlySet<string>
}

/**
 * Reads a web half as a build would, for those who check it before it is built.
 * @example inspectWebHalf({ name: 'notes', dir: '/notes/web', entry: '/notes/web/index.ts', isComposed: true }).problems
 * @since 1.0.0
 */
export function inspectWebHalf(half: WebHalf): WebHalfInspection {
  const read = readWebHalf(half, createModuleReader())
  const icons = new Set(Object.keys(readIconDrawings()))
  const instanceRoutes = read.facts?.instanceRoutes ?? []
  const fileOf = (specifier: string | undefined): string | undefined =>
    specifier === undefined ? undefined : resolveRelative(half.entry, specifier)
  const textsOf = (language: 'en' | 'zh'): string | undefined => {
    const fact = read.facts?.i18n?.[language]
    return fact !== undefined && 'specifier' in fact ? fileOf(fact.specifier) : undefined
  }
  return {
    pages: pagesOf(read.facts).map((page) => {
      const file = fileOf(page.page)
      const isExported = file !== undefined && read.graph.modules.get(file)?.exports.has('default') === true
      return { path: page.path, line: page.line, isInstance: instanceRoutes.includes(page), file, isExported }
    }),
    texts: { en: textsOf('en'), zh: textsOf('zh') },
    problems: { ...halfProblems(read, icons), shared: sharedPages(read) },
    icons,
  }
}
