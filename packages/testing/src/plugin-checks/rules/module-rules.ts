import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { Half } from '@host/inspect'
import type { CheckedFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { sourceRule, webRule, type PluginRule } from '../plugin-rule.ts'
import { placeIn } from '../sources/place-in.ts'

const internal = /which plugins can't use/
const browserless = /which is not available in browsers/

/** Imports and globals of the modules of both halves. */
export const moduleRules: readonly PluginRule[] = [
  ofServer('modules/parse', 'every module of the server half can be read', ({ problems }) => problems.broken),
  ofServer('modules/declared', 'the server half declares what it imports', ({ problems }) =>
    problems.imports.filter((text) => !internal.test(text)),
  ),
  ofServer(
    'modules/contract-only',
    'the server half imports the contract and no host internals',
    ({ problems, platformBelow }) => [
      ...problems.imports.filter((text) => internal.test(text)),
      ...problems.platform,
      ...platformBelow,
    ],
  ),
  sourceRule(
    'modules/bundles',
    'the server half can be bundled with all its imports',
    ({ unbundled, folder, locate }) => unbundled.map((text) => placeIn(text, folder, locate('').file)),
  ),
  sourceRule('modules/no-other-plugin', 'no half imports another plugin', otherPlugins),
  ofServer(
    'modules/no-places',
    "the server half doesn't use the location of its files",
    ({ problems }) => problems.places,
  ),
  ofServer(
    'modules/no-bare-network',
    'the server half uses only the network access of the host',
    ({ problems }) => problems.opened,
  ),
  ofServer(
    'modules/no-hidden-network',
    'the server half loads no module with a computed name',
    ({ problems }) => problems.unread,
  ),
  ofServer(
    'modules/no-network-below',
    'its dependencies use only the network access of the host',
    ({ connections }) => connections,
  ),
  sourceRule('modules/host-clock', "the server half reads the host's clock and not the machine's", ownClocks),
  ofWeb('modules/web-parse', 'every module of the web half can be read', ({ broken }) => broken),
  ofWeb('modules/web-declared', 'the web half declares what it imports', ({ imports }) =>
    imports.filter((text) => !internal.test(text) && !browserless.test(text)),
  ),
  ofWeb('modules/web-contract-only', 'the web half imports the SDK and no host internals', ({ imports, platform }) => [
    ...imports.filter((text) => internal.test(text)),
    ...platform,
  ]),
  ofWeb('modules/web-browser-only', 'the web half imports nothing that browsers lack', ({ imports }) =>
    imports.filter((text) => browserless.test(text)),
  ),
]

function ofServer(id: string, title: string, texts: (facts: CheckedFacts) => readonly string[]): PluginRule {
  return sourceRule(id, title, (facts) =>
    texts(facts).map((text) =>
      placeIn(`The server half ${text}.`, facts.folder, relative(facts.folder, facts.server.modules.entry)),
    ),
  )
}

type WebProblems = NonNullable<CheckedFacts['web']>['problems']

function ofWeb(id: string, title: string, texts: (problems: WebProblems) => readonly string[]): PluginRule {
  return webRule(id, title, (web, { folder }) =>
    texts(web.problems).map((text) =>
      placeIn(`The web half ${text}.`, folder, relative(folder, web.half.modules.entry)),
    ),
  )
}

const machineClock = /\bDate\.now\(|\bnew Date\(\s*\)/
const comment = /^\s*(?:\/\/|\/?\*)/

function ownClocks({ folder, server }: CheckedFacts): readonly Flaw[] {
  return [...server.modules.modules.keys()].filter(isFile).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        machineClock.test(text) && !comment.test(text)
          ? [
              {
                file: relative(folder, path),
                line: index + 1,
                message: "It reads the machine's clock; use `now` of the scope, or the service `Clock` without one.",
              },
            ]
          : [],
      ),
  )
}

function otherPlugins({ folder, server, web }: CheckedFacts): readonly Flaw[] {
  const own = new Set([server.manifest.name, web?.half.manifest.name])
  return [server, ...(web === undefined ? [] : [web.half])].flatMap((half) =>
    [...half.modules.modules].flatMap(([path, { imports }]) =>
      imports
        .filter(({ what }) => !own.has(packageOf(what)) && isPlugin(packageOf(what), half))
        .map(({ what, line }) => ({
          file: relative(folder, path),
          line,
          message: `It imports "${what}", which is another plugin; look up its service by a token of the same name instead.`,
        })),
    ),
  )
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Whether a package is a plugin: it asks for the contract as one does. */
function isPlugin(name: string, half: Half): boolean {
  if (name.startsWith('.') || name.startsWith('node:') || /^@host\/(?:plugin|plugin-sdk|client|testing)$/.test(name)) {
    return false
  }
  try {
    const require = createRequire(join(half.dir, 'package.json'))
    const places = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'))
    const place = places.find(isFile)
    if (place === undefined) return false
    const { peerDependencies = {} } = JSON.parse(readFileSync(place, 'utf8')) as { peerDependencies?: object }
    return Object.hasOwn(peerDependencies, '@host/plugin') || Object.hasOwn(peerDependencies, '@host/plugin-sdk')
  } catch {
    return false
  }
}

function isFile(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}
