/**
 * How the output falls into files. What changes together lies together, and the import map of index.html says which
 * file holds which chunk: a changed word renames one file, and leaves everything else in the browser's cache.
 *
 *   react   React and its renderer
 *   sdk     the SDK without what stands on the primitives, the client, texts and server data
 *   ui      the primitives and the SDK's components that stand on them; the sign-in page does without
 *   Plot    what draws charts, with its library; loaded after the page around a chart is shown
 *   p-<plugin>-<page>, t-<plugin>-<language>   one page, the texts of one language
 */
import type { Rolldown } from 'vite'

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>

const react = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/
const primitives = /[\\/]node_modules[\\/](?:@base-ui|@floating-ui)[\\/]/
/** Doors only pass on; in a group they would pull everything behind them into it. */
const door = /[\\/](?:index|shell|wire)\.[jt]s$/
const drawing = /[\\/]charts[\\/]plot[\\/]/
const foundations = /[\\/]node_modules[\\/](?:i18next|@tanstack|regexparam)[\\/]/

/** Splits by where a module stands and, in the SDK, by whether it reaches the primitives. */
export function chunkGroups(sdkFolders: readonly string[]): Groups {
  const isOfSdk = (id: string): boolean =>
    /\.[jt]sx?$/.test(id) && !door.test(id) && !drawing.test(id) && sdkFolders.some((folder) => id.startsWith(folder))
  const onPrimitives = reachesPrimitives(isOfSdk)
  return [
    { name: 'react', test: react, priority: 40 },
    {
      debugName: 'sdk',
      name: (id, context) => (onPrimitives(id, context) ? null : 'sdk'),
      test: (id) => isOfSdk(id) || foundations.test(id),
      priority: 30,
    },
    { name: 'ui', test: (id) => isOfSdk(id) || primitives.test(id), priority: 20 },
  ]
}

type Test = (id: string, context: Rolldown.ChunkingContext) => boolean

/** Follows what a module imports with it. */
function reachesPrimitives(isOfSdk: (id: string) => boolean): Test {
  const known = new Map<string, boolean>()
  const reaches: Test = (id, context) => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const imported = isOfSdk(id) ? (context.getModuleInfo(id)?.importedIds ?? []) : []
    const found = primitives.test(id) || imported.some((one) => reaches(one, context))
    known.set(id, found)
    return found
  }
  return reaches
}
