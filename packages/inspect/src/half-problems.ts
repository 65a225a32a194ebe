import { checkImports } from './check-imports.ts'
import { checkRange } from './check-range.ts'
import type { Finding } from './module-facts.ts'
import { allowNetwork, safely } from './network-advice.ts'
import { findPlatformImports } from './platform-imports.ts'
import { quote } from './quote.ts'
import type { Half } from './read-half.ts'
import { place } from './read-modules.ts'

/** Versions that plugins are checked against. */
export interface Ours {
  /** Versions of the packages that the host brings, by name. */
  readonly versions: Readonly<Record<'@host/plugin' | '@host/plugin-sdk' | 'react', string>>
  /** Names of the in-tree plugins. */
  readonly inTree: readonly string[]
}

const pluginName = /^[a-z][a-z0-9-]{1,30}$/

/** Problems of a server half that can be found by reading it, in words that follow its name. */
export function serverProblems(half: Half, { versions }: Ours) {
  return {
    range: list(checkRange(half, '@host/plugin', versions['@host/plugin'])),
    broken: half.modules.broken.map(mend),
    exported: checkExport(half),
    named: checkName(half.name),
    imports: checkImports(half, { packages: ['@host/plugin'], builtins: true }),
    platform: findPlatformImports(half).map(({ text }) => text),
    places: findIn(half, 'places').map(
      (where) =>
        `uses ${where}, which means nothing inside one executable: import the data, or name a folder of pages with "helpDocsFS"`,
    ),
    help: (half.help?.problems ?? []).map((problem) => `has the help ${problem}`),
    opened: findIn(half, 'network').map(
      (where) => `bypasses the host's network controls with ${where}: ${safely}, or ${allowNetwork}`,
    ),
    unread: findIn(half, 'unread').map(
      (where) =>
        `may open connections with ${where}, whose name is only known at run time: use a literal name, or ${allowNetwork}`,
    ),
  }
}

/** The same for a web half. */
export function webProblems(half: Half, server: Half, { versions }: Ours) {
  return {
    range: list(checkRange(half, '@host/plugin-sdk', versions['@host/plugin-sdk'])),
    react: list(checkRange(half, 'react', versions.react)),
    broken: half.modules.broken.map(mend),
    defined: checkDefinition(half),
    imports: checkImports(half, {
      packages: ['@host/plugin-sdk', '@host/client', 'react', server.manifest.name],
      builtins: false,
    }),
    platform: findPlatformImports(half).map(({ text }) => text),
    named: checkSameName(server, half),
  }
}

function list(problem: string | undefined): string[] {
  return problem === undefined ? [] : [problem]
}

function checkDefinition(half: Half): string[] {
  const exports = half.modules.modules.get(half.modules.entry)?.exports
  const isExported = exports?.has('plugin') === true || exports?.has('default') === true
  if (half.definition?.definer !== 'defineUIPlugin' || !isExported) {
    return ['has no web half: add export const plugin = defineUIPlugin({ ... }) to its entry']
  }
  return half.name === undefined
    ? ['has a name that is computed at run time: use a literal in defineUIPlugin({ name: "..." })']
    : []
}

function checkExport({ modules }: Half): string[] {
  const exports = modules.modules.get(modules.entry)?.exports
  if (exports === undefined || exports.has('plugin') || exports.has('*')) return []
  return ['has no "plugin" export in its entry: add export const plugin = definePlugin({ ... })']
}

function checkName(name: string | undefined): string[] {
  if (name === undefined || pluginName.test(name)) return []
  return [`has the name ${quote(name)}: use 2 to 31 lowercase letters, digits, and hyphens, starting with a letter`]
}

function checkSameName(server: Half, web: Half): string[] {
  if (server.name === undefined || web.name === undefined || server.name === web.name) return []
  return [`has the name ${quote(web.name)} and its server half ${quote(server.name)}: use the same name in both`]
}

function findIn(half: Half, kind: 'places' | 'network' | 'unread'): string[] {
  return [...half.modules.modules].flatMap(([path, facts]) =>
    facts[kind].map((finding: Finding) => `${finding.what} (${place(half.home, path, finding)})`),
  )
}

function mend(text: string): string {
  return `is incomplete, ${text}: fix it, or include that file in the package`
}
