import { matchesGlob, relative } from 'node:path'
import semver from 'semver'
import { packageFile } from '@host/inspect'
import type { CheckedFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { sourceRule, webRule, type PluginRule } from '../plugin-rule.ts'
import { placeIn } from '../sources/place-in.ts'
import { readRaw } from '../sources/read-raw.ts'

/** Packages, and whether all of them is packed. */
export const packageRules: readonly PluginRule[] = [
  sourceRule(
    'package/contract-range',
    'the server half states the range of @host/plugin that it was built for',
    (facts) => facts.problems.range.map((text) => ({ file: 'package.json', message: `The server half ${text}.` })),
  ),
  webRule('package/sdk-range', 'the web half states the range of @host/plugin-sdk that it was built for', (web) =>
    web.problems.range.map((text) => ({ file: web.manifestFile, message: `The web half ${text}.` })),
  ),
  webRule('package/react-range', 'the web half shares the React of the product', (web) =>
    web.problems.react.map((text) => ({ file: web.manifestFile, message: `The web half ${text}.` })),
  ),
  webRule('package/one-copy', 'the web half has no second copy of React or the SDK', (web, facts) =>
    (web.inspection?.problems['packages'] ?? []).map((text) => placeIn(text, facts.folder, web.manifestFile)),
  ),
  sourceRule('package/server-export', 'the entry of the server half exports its plugin', (facts) =>
    facts.problems.exported.map((text) => ({ file: entryOf(facts), message: `The server half ${text}.` })),
  ),
  sourceRule('package/module-type', 'the packages are ES modules', (facts) =>
    manifestsOf(facts)
      .filter(({ manifest }) => manifest['type'] !== 'module')
      .map(({ file }) => ({
        file,
        message: 'The package has no "type": "module"; add it, so that its files are read as ES modules.',
      })),
  ),
  sourceRule('package/files', 'every file that the entries use is packed', unpacked),
  sourceRule('package/own-exports', 'the server half exports everything that the web half imports from it', unexported),
  webRule('package/server-range', 'the web half states the range of the server half it works with', serverRange),
]

function entryOf({ folder, server }: CheckedFacts): string {
  return relative(folder, server.modules.entry)
}

function manifestsOf({ folder, web }: CheckedFacts) {
  const files = web === undefined ? ['package.json'] : [...new Set(['package.json', web.manifestFile])]
  return files.map((file) => ({ file, manifest: readRaw(folder, file) }))
}

function unpacked(facts: CheckedFacts): readonly Flaw[] {
  const { folder, server, web, help, isInTree } = facts
  if (isInTree) return []
  const halves = [
    { file: 'package.json', dir: folder, paths: [...server.modules.modules.keys(), ...server.modules.files] },
    ...(web === undefined
      ? []
      : [
          {
            file: web.manifestFile,
            dir: web.half.dir,
            paths: [...web.half.modules.modules.keys(), ...web.half.modules.files],
          },
        ]),
  ]
  const docs = help.map(({ file }) => `${folder}/${file}`)
  return halves.flatMap(({ file, dir, paths }) => {
    const packed = readRaw(folder, file)['files']
    if (!Array.isArray(packed)) return []
    const all = file === 'package.json' ? [...paths, ...docs] : paths
    return all
      .map((path) => relative(dir, path))
      .filter((path) => !path.startsWith('..') && !packed.some((pattern) => isPacked(path, String(pattern))))
      .map((path) => ({ file, message: `"files" leaves out ${path}, which the plugin needs; add it.` }))
  })
}

/** As npm reads an entry of `files`: a file, a folder with all below it, or a pattern. */
function isPacked(path: string, pattern: string): boolean {
  const plain = pattern.replace(/^\.?\//, '').replace(/\/(?:\*\*?)?$/, '')
  return path === plain || path.startsWith(`${plain}/`) || matchesGlob(path, plain)
}

function unexported({ folder, server, web, isInTree }: CheckedFacts): readonly Flaw[] {
  if (web === undefined || isInTree) return []
  const name = server.manifest.name
  return [...web.half.modules.modules].flatMap(([path, { imports }]) =>
    imports
      .filter(({ what }) => what === name || what.startsWith(`${name}/`))
      .filter(({ what }) => packageFile(server.dir, server.manifest, `.${what.slice(name.length)}`) === undefined)
      .map(({ what, line }) => ({
        file: relative(folder, path),
        line,
        message: `The web half imports "${what}", which the server half does not export; add it to "exports" of its package.json.`,
      })),
  )
}

function serverRange(web: NonNullable<CheckedFacts['web']>, { server, isInTree }: CheckedFacts): readonly Flaw[] {
  const { name, version } = server.manifest
  const imports = [...web.half.modules.modules.values()].flatMap(({ imports: all }) => all)
  if (isInTree || !imports.some(({ what }) => what.startsWith(`${name}/`))) return []
  const { peerDependencies, dependencies } = web.half.manifest
  const range = peerDependencies[name] ?? dependencies[name]
  if (range !== undefined && (range.startsWith('workspace:') || semver.satisfies(version, range))) return []
  const said = range === undefined ? 'states no range' : `states ${JSON.stringify(range)}`
  return [
    {
      file: web.manifestFile,
      message: `The web half ${said} for ${name}, whose version is ${version}; set "peerDependencies": {"${name}": "^${version}"}.`,
    },
  ]
}
