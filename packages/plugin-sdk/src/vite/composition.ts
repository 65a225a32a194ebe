import { publicHalfProblems } from './public-pages.ts'
import { readIconDrawings, pickIcons } from './icon-drawings.ts'
import { checkHalf, claimProblems, type ReadHalf } from './check-half.ts'
import { pageFiles, pagesOf, readWebHalf, sharedPages } from './read-web-half.ts'
import { iconProblems } from './check-module.ts'
import type { ModuleReader } from './module-reader.ts'
import { readModuleGraph, resolveRelative } from './read-module-graph.ts'
import type { IconSet } from '../icons/icon-set.ts'
import type { Composition } from './web-half.ts'

/** A composition that was read and found right. */
export interface CheckedComposition {
  readonly halves: readonly ReadHalf[]
  /** The files of all pages and widgets. */
  readonly pages: ReadonlySet<string>
  /** The names of the chunks of pages and texts, by file. */
  readonly chunkNames: ReadonlyMap<string, string>
  /** Drawings of the icons that the plugins name. */
  readonly icons: IconSet
}

/** A composition that was read, and all that is wrong with it. */
export interface ReadComposition {
  readonly composition: CheckedComposition
  /** Sentences; none when everything is right. */
  readonly problems: readonly string[]
}

/**
 * Reads every plugin of a build without running any of it.
 * @throws Error with all problems, a sentence a line
 */
export function checkComposition(written: Composition, readModule: ModuleReader): CheckedComposition {
  const { composition, problems } = readComposition(written, readModule)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return composition
}

/** The same for development, where a problem must not stop the valid parts. */
export function readComposition(
  { halves, serverEntries, problems }: Composition,
  readModule: ModuleReader,
): ReadComposition {
  const drawings = readIconDrawings()
  const known = new Set(Object.keys(drawings))
  const read = halves.map((half) => readWebHalf(half, readModule))
  const servers = serverEntries.map(({ name, entry }) => ({ name, graph: readModuleGraph(entry, readModule) }))
  const found = [
    ...problems,
    ...read.flatMap((half) => checkHalf(half, known)),
    ...read.flatMap((half) => sharedPages(half).map((problem) => `The plugin "${half.name}": ${problem}`)),
    ...claimProblems(read),
    ...publicHalfProblems(read, servers),
    ...servers.flatMap(({ name, graph }) =>
      iconProblems(graph, known).map((problem) => `The plugin "${name}": ${problem}`),
    ),
  ]
  const named = [...read, ...servers].flatMap(({ graph }) =>
    [...graph.modules.values()].flatMap(({ icons }) => icons.map(({ text }) => text)),
  )
  const composition = {
    halves: read,
    pages: new Set(read.flatMap(pageFiles)),
    chunkNames: new Map(read.flatMap(chunkNames)),
    icons: pickIcons(drawings, named),
  }
  return { composition, problems: found }
}

/** `p-notes-notes-page` for a page, `t-notes-en` for the texts of a language. */
function chunkNames({ name, entry, facts }: ReadHalf): (readonly [file: string, chunk: string])[] {
  const pages = [...pagesOf(facts), ...(facts?.publicPages ?? [])].map(
    ({ page }) => [page, `p-${name}-${kebab(page ?? '')}`] as const,
  )
  const texts = (['en', 'zh'] as const).map((language) => {
    const fact = facts?.i18n?.[language]
    return [fact !== undefined && 'specifier' in fact ? fact.specifier : undefined, `t-${name}-${language}`] as const
  })
  return [...pages, ...texts].flatMap(([specifier, chunk]) => {
    const file = specifier === undefined ? undefined : resolveRelative(entry, specifier)
    return file === undefined ? [] : [[file, chunk] as const]
  })
}

/** `./pages/NotesPage.tsx` as `pages-notes-page`. */
function kebab(specifier: string): string {
  return specifier
    .replace(/\.[^./]+$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
