import type { Rolldown } from 'vite'
import type { CheckedComposition } from './composition.ts'

/** Problems found in the bundler's output. */
export function outputProblems(bundle: Rolldown.OutputBundle, checked: CheckedComposition): string[] {
  const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
  return [...sharedPages(chunks, checked), ...pluginsBeforeSignIn(chunks, checked)]
}

/** A page that something imports at once lies in that chunk, and loads with it. */
function sharedPages(chunks: readonly Rolldown.OutputChunk[], { pages }: CheckedComposition): string[] {
  return [...pages]
    .filter((page) => !chunks.some(({ facadeModuleId }) => facadeModuleId === page))
    .map((page) => `The page ${page} has no chunk of its own: something else of the build imports it at once.`)
}

/** No plugin code may run before sign-in: the entry must reach it only through a dynamic import. */
function pluginsBeforeSignIn(chunks: readonly Rolldown.OutputChunk[], { halves }: CheckedComposition): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const early = new Set<Rolldown.OutputChunk>(chunks.filter(({ isEntry }) => isEntry))
  for (const chunk of early) {
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported !== undefined) early.add(imported)
    }
  }
  return halves
    .filter(({ graph }) => [...early].some(({ moduleIds }) => moduleIds.some((id) => graph.modules.has(id))))
    .map(
      ({ name }) =>
        `The plugin "${name}" would load before sign-in: import the edition with import() after the sign-in.`,
    )
}
