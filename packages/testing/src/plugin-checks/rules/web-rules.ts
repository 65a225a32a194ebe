import { relative } from 'node:path'
import { webRule, type PluginRule } from '../plugin-rule.ts'
import { placeIn } from '../sources/place-in.ts'

/** Problems that a build of the pages would refuse, and those it can't detect. */
export const webRules: readonly PluginRule[] = [
  webRule('web/sdk', 'the SDK is installed for the web half', (web) =>
    web.inspection === undefined
      ? [
          {
            file: web.manifestFile,
            message: '@host/plugin-sdk is not installed for the web half, so the pages were not checked; install it.',
          },
        ]
      : [],
  ),
  fromBuild('web/readable', 'every module and style of the web half can be read', 'reading'),
  fromBuild('web/exported', 'the entry of the web half exports its plugin', 'exported'),
  fromBuild('web/written-out', 'the definition of the web half is literal', 'written'),
  fromBuild('web/name', "both halves have the same name, which is not that of the product's own texts", 'named'),
  fromBuild('web/lazy-pages', 'every page and widget is lazy', 'lazy'),
  fromBuild('web/chunk-per-page', 'every page has its own chunk', 'shared'),
  fromBuild('web/page-paths', 'the path of every page consists of lowercase segments and names', 'paths'),
  fromBuild('web/page-places', 'a path leads to one page, and a page belongs to one shell', 'places'),
  fromBuild('web/colors', 'colors are tokens', 'colors'),
  fromBuild('web/icons', 'every icon exists', 'icons'),
  webRule('web/page-exports', 'the module of every page has a default export', (web, { folder }) =>
    (web.inspection?.pages ?? [])
      .filter(({ file, isExported }) => file !== undefined && !isExported)
      .map(({ file = '', path = 'a widget' }) => ({
        file: relative(folder, file),
        message: `The module of ${path} has no default export; add export default function for the page.`,
      })),
  ),
  webRule('web/page-files', 'the module of every page exists', (web, { folder }) =>
    (web.inspection?.pages ?? [])
      .filter(({ file, path }) => file === undefined && path !== undefined)
      .filter(({ line }) => !(web.inspection?.problems['lazy'] ?? []).some((text) => text.includes(`on line ${line} `)))
      .map(({ path = '', line }) => ({
        file: relative(folder, web.half.modules.entry),
        line,
        message: `The page ${path} imports a missing module; fix the path.`,
      })),
  ),
]

function fromBuild(id: string, title: string, key: string): PluginRule {
  return webRule(id, title, (web, { folder }) =>
    (web.inspection?.problems[key] ?? []).map((text) =>
      placeIn(text, folder, relative(folder, web.half.modules.entry)),
    ),
  )
}
