/**
 * Public pages of a build: a module of their own, which imports no plugin but each page by itself, and the check that
 * every page has both halves.
 */
import { Visitor } from 'vite'
import type { ReadHalf } from './check-half.ts'
import type { CheckedComposition } from './composition.ts'
import { resolveRelative, type ModuleGraph } from './read-module-graph.ts'
import type { UIPluginFacts } from './read-ui-plugin.ts'
import { member, nameOf, textOf } from './source-module.ts'

/** Under which the public pages are imported. */
export const publicModuleName = 'virtual:host-public-pages'

/** The module's code. Paths go in as JSON strings, and nothing else of a plugin does. */
export function publicModule({ halves, icons }: CheckedComposition): string {
  const drawing = halves.filter(({ facts }) => (facts?.publicPages ?? []).length > 0)
  const pages = drawing.flatMap(({ entry, facts }) =>
    (facts?.publicPages ?? []).flatMap(({ path, page }) => {
      const file = page === undefined ? undefined : resolveRelative(entry, page)
      return path === undefined || file === undefined ? [] : [`${JSON.stringify(path)}: ${lazily(file)}`]
    }),
  )
  const texts = drawing.flatMap(({ name, entry, facts }) => {
    const [en, zh] = (['en', 'zh'] as const).map((language) => {
      const fact = facts?.i18n?.[language]
      return fact !== undefined && 'specifier' in fact ? resolveRelative(entry, fact.specifier) : undefined
    })
    const isWhole = en !== undefined && zh !== undefined
    return isWhole ? [`${JSON.stringify(name)}: { en: ${lazily(en)}, zh: ${lazily(zh)} }`] : []
  })
  return [
    `export const pages = {${pages.join(', ')}}`,
    `export const texts = {${texts.join(', ')}}`,
    `export const icons = ${JSON.stringify(drawing.length === 0 ? {} : icons)}`,
  ].join('\n')
}

function lazily(file: string): string {
  return `() => import(${JSON.stringify(file)})`
}

/** The paths of the public pages by plugin, which the host compares with those that are mounted. */
export function publicPageList({ halves }: CheckedComposition): string {
  const lists = halves.map(({ name, facts }) => [name, (facts?.publicPages ?? []).flatMap(({ path }) => path ?? [])])
  return JSON.stringify(Object.fromEntries(lists.filter(([, paths]) => (paths?.length ?? 0) > 0)))
}

/** Public pages of a web half that lie outside of the plugin's own addresses, or twice at one. */
export function publicPathProblems(name: string, { publicPages, i18n }: UIPluginFacts): string[] {
  const paths = publicPages.flatMap(({ path }) => path ?? [])
  const isInline = Object.values(i18n ?? {}).some((fact) => fact !== undefined && 'keys' in fact)
  return [
    ...paths
      .filter((path) => path !== `/p/${name}` && !path.startsWith(`/p/${name}/`))
      .map((path) => `the public page "${path}" is not below /p/${name}; change its path.`),
    ...paths
      .filter((path, index) => paths.indexOf(path) !== index)
      .map((path) => `the public page "${path}" is there twice.`),
    ...(paths.length > 0 && isInline
      ? ["its texts are in its entry, which public pages don't load; move them to files such as ./en.json."]
      : []),
  ]
}

/** Public pages that have only one half, where the sources say so. */
export function publicHalfProblems(
  halves: readonly ReadHalf[],
  servers: readonly { readonly name: string; readonly graph: ModuleGraph }[],
): string[] {
  return servers.flatMap(({ name, graph }) => {
    const defined = definedPages(graph)
    const drawn = halves
      .filter((half) => half.name === name)
      .flatMap(({ facts }) => (facts?.publicPages ?? []).flatMap(({ path }) => path ?? []))
    if (defined === undefined) return []
    return [
      ...defined
        .filter((path) => !drawn.includes(path))
        .map(
          (path) =>
            `The plugin "${name}": the public page "${path}" has no component; add { path: '${path}', Component } to publicPages of its defineUIPlugin.`,
        ),
      ...drawn
        .filter((path) => !defined.includes(path))
        .map(
          (path) =>
            `The plugin "${name}": its publicPages has "${path}", which its server half does not define; use definePublicPage and mux.publicPage.`,
        ),
    ]
  })
}

/** The paths of `definePublicPage` in a server half; undefined when one is not written out. */
function definedPages({ modules }: ModuleGraph): readonly string[] | undefined {
  const paths: (string | undefined)[] = []
  for (const { program, bindings } of modules.values()) {
    if (![...bindings.values()].some(({ name }) => name === 'definePublicPage')) continue
    new Visitor({
      CallExpression({ callee, arguments: [given] }) {
        if (bindings.get(nameOf(callee) ?? '')?.name !== 'definePublicPage') return
        paths.push(given?.type === 'ObjectExpression' ? textOf(member(given, 'path')) : undefined)
      },
    }).visit(program)
  }
  return paths.includes(undefined) ? undefined : paths.filter((path) => path !== undefined)
}
