import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPagePath } from '../navigation/match-path.ts'
import { colorProblems, iconProblems } from './check-module.ts'
import { publicPathProblems } from './public-pages.ts'
import { dictionaryProblems } from './check-dictionaries.ts'
import type { PageFact, UIPluginFacts } from './read-ui-plugin.ts'
import type { ModuleGraph } from './read-module-graph.ts'
import type { WebHalf } from './web-half.ts'

/** A web half that was read. */
export interface ReadHalf extends WebHalf {
  readonly graph: ModuleGraph
  /** Undefined when the entry has no `defineUIPlugin` with its object written out. */
  readonly facts: UIPluginFacts | undefined
}

/** All problems of a web half, in sentences that name it and the fix. */
export function checkHalf(half: ReadHalf, icons: ReadonlySet<string>): readonly string[] {
  return Object.values(halfProblems(half, icons))
    .flat()
    .map((problem) => `The plugin "${half.name}": ${problem}`)
}

/** The same problems grouped by subject, without the plugin's name. */
export function halfProblems(half: ReadHalf, icons: ReadonlySet<string>) {
  const { facts, graph } = half
  return {
    reading: graph.problems,
    packages: packageProblems(half),
    exported: exportProblems(half),
    ...(facts === undefined ? { written: [notWritten(half.entry)] } : factProblems(half, facts)),
    colors: colorProblems(graph),
    icons: iconProblems(graph, icons),
  }
}

function notWritten(entry: string): string {
  return `${entry} has no defineUIPlugin({ ... }) with its members written out.`
}

const shared = ['react', 'react-dom', '@host/plugin-sdk']

/** Two copies of React or the SDK in one page share no state, so a plugin may only ask for them as peers. */
function packageProblems({ dir, isComposed }: WebHalf): string[] {
  const file = join(dir, 'package.json')
  if (!isComposed || !existsSync(file)) return []
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>
  }
  return shared
    .filter((name) => Object.hasOwn(dependencies, name))
    .map((name) => `package.json has ${name} in dependencies; move it to peerDependencies.`)
}

function exportProblems({ graph, entry }: ReadHalf): string[] {
  const names = graph.modules.get(entry)?.exports
  return names === undefined || names.has('plugin') || names.has('default')
    ? []
    : [`${entry} does not export its plugin; write export const plugin = defineUIPlugin({ ... }).`]
}

function factProblems(half: ReadHalf, facts: UIPluginFacts) {
  const pages = [...facts.routes, ...facts.instanceRoutes, ...facts.widgets]
  return {
    written: facts.unreadable.map((what) => unreadable(what, half.entry)),
    named: [
      ...(facts.name === half.name ? [] : [otherName(facts.name)]),
      ...(ownNamespaces.has(half.name) ? [takenName] : []),
    ],
    lazy: [...pages, ...facts.publicPages].filter(({ page }) => page === undefined).map(notLazy),
    paths: pages.filter(({ path }) => path !== undefined && !isPagePath(path)).map(noPath),
    places: [...pathProblems(facts), ...publicPathProblems(half.name, facts)],
    texts: dictionaryProblems(half, facts),
  }
}

/** A plugin's name is the namespace of its texts, so these would take the place of the product's own. */
const ownNamespaces: ReadonlySet<string> = new Set(['sdk', 'shell'])
const takenName = 'its name is that of texts of the product; give both halves another name.'

function unreadable(what: string, entry: string): string {
  return `${what} is not written out in ${entry}; write it as a list of objects, so that the build can check it.`
}

function otherName(name: string | undefined): string {
  const written = JSON.stringify(name ?? 'by an expression')
  return `its web half is named ${written}; both halves must have the same name, written out.`
}

function notLazy({ path, line }: PageFact): string {
  const what = path === undefined ? 'the widget' : `the page ${path}`
  return `${what} on line ${line} is not lazy; write Component: lazyPage(() => import('./Page.tsx')).`
}

function noPath({ path, line }: PageFact): string {
  return `the path "${path}" on line ${line} is not one of lower-case segments and :names, such as /notes/:id.`
}

function pathProblems({ routes, instanceRoutes }: UIPluginFacts): string[] {
  const paths = routes.flatMap(({ path }) => path ?? [])
  const instancePaths = instanceRoutes.flatMap(({ path }) => path ?? [])
  return [
    ...paths
      .filter((path) => instancePaths.includes(path))
      .map((path) => `the path "${path}" is in routes and in instanceRoutes; a page belongs to one of them.`),
    ...routes
      .filter(({ page }) => page !== undefined && instanceRoutes.some((other) => other.page === page))
      .map(({ page }) => `the page ${page} is in routes and in instanceRoutes; a page belongs to one of them.`),
    ...[...repeated(paths), ...repeated(instancePaths)].map((path) => `the path "${path}" is there twice.`),
  ]
}

function repeated(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))]
}

/** Paths that two plugins claim in the same shell. */
export function claimProblems(halves: readonly ReadHalf[]): readonly string[] {
  return (['routes', 'instanceRoutes'] as const).flatMap((scope) => {
    const claims = halves.flatMap(({ name, facts }) => (facts?.[scope] ?? []).map(({ path }) => ({ name, path })))
    return claims.flatMap(({ name, path }, index) => {
      const first = claims.slice(0, index).find((other) => other.path === path && other.name !== name)
      return first === undefined
        ? []
        : [`The plugins "${first.name}" and "${name}" both have a page at "${path}"; change one of the paths.`]
    })
  })
}
