/**
 * How the output falls into files. What changes together lies together: a word changed in a page renames the page's
 * chunk, the list of plugins and the entry, and leaves everything else in the browser's cache.
 *
 *   react   React and its renderer
 *   sdk     the SDK without what stands on the primitives, the client, texts and server data
 *   ui      the primitives and the SDK's components that stand on them; the sign-in page does without
 *   p-<plugin>-<page>   one page
 */
import type { Rolldown } from 'vite'

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>

const react = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/
const primitives = /[\\/]node_modules[\\/](?:@base-ui|@floating-ui)[\\/]/
const foundations = /[\\/]node_modules[\\/](?:i18next|react-i18next|@tanstack|regexparam)[\\/]/

/** Splits by where a module stands; `sdkFolders` are those of the SDK, the client and the wire. */
export function chunkGroups(sdkFolders: readonly string[]): Groups {
  const isOfSdk = (id: string): boolean =>
    sdkFolders.some((folder) => id.startsWith(folder)) && !/[\\/](?:index|shell|wire)\.[jt]s$/.test(id)
  const onPrimitives = new Map<string, boolean>()
  const reachesPrimitives = (id: string, context: Rolldown.ChunkingContext): boolean => {
    const known = onPrimitives.get(id)
    if (known !== undefined) return known
    onPrimitives.set(id, false)
    const reaches =
      primitives.test(id) ||
      (isOfSdk(id) && (context.getModuleInfo(id)?.importedIds ?? []).some((one) => reachesPrimitives(one, context)))
    onPrimitives.set(id, reaches)
    return reaches
  }
  return [
    { name: 'react', test: react, priority: 40 },
    {
      name: (id, context) => (reachesPrimitives(id, context) ? null : 'sdk'),
      test: (id) => isOfSdk(id) || foundations.test(id),
      priority: 30,
    },
    { name: 'ui', test: (id) => isOfSdk(id) || primitives.test(id), priority: 20 },
  ]
}
