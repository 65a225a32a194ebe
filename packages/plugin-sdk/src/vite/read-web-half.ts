import type { ReadHalf } from './check-half.ts'
import type { ModuleReader } from './module-reader.ts'
import { readModuleGraph, resolveRelative } from './read-module-graph.ts'
import { readUIPlugin, type PageFact, type UIPluginFacts } from './read-ui-plugin.ts'
import type { WebHalf } from './web-half.ts'

/** Reads a web half and all that its entry reaches, without running any of it. */
export function readWebHalf(half: WebHalf, readModule: ModuleReader): ReadHalf {
  const graph = readModuleGraph(half.entry, readModule)
  const entry = graph.modules.get(half.entry)
  return { ...half, graph, facts: entry === undefined ? undefined : readUIPlugin(entry) }
}

/** A page that something imports at once would load with it. */
export function sharedPages(half: ReadHalf): string[] {
  const pages = new Set(pageFiles(half))
  return [...half.graph.modules].flatMap(([path, { imports }]) =>
    imports
      .map((specifier) => resolveRelative(path, specifier))
      .filter((file) => file !== undefined && pages.has(file))
      .map((file) => `${path} imports the page ${file} at once; ${instead}`),
  )
}

const instead = 'leave it to lazyPage, and share what both need in a module of its own.'

/** The files of its pages, widgets and public pages. */
export function pageFiles({ entry, facts }: ReadHalf): string[] {
  return [...pagesOf(facts), ...(facts?.publicPages ?? [])].flatMap(({ page }) =>
    page === undefined ? [] : (resolveRelative(entry, page) ?? []),
  )
}

/** Its pages in both shells, and its widgets. */
export function pagesOf(facts: UIPluginFacts | undefined): readonly PageFact[] {
  return [...(facts?.routes ?? []), ...(facts?.instanceRoutes ?? []), ...(facts?.widgets ?? [])]
}
