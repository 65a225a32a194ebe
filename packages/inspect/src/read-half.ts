import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHelpPages, type HelpPages } from './help-pages.ts'
import { parseManifest, type Manifest } from './manifest.ts'
import type { Definition, NameFact } from './module-walk.ts'
import { packageFile } from './package-entry.ts'
import { readModules, resolveModule, type PackageModules } from './read-modules.ts'

/** One half of a plugin, fetched and read. */
export interface Half {
  /** The operator's text. */
  readonly text: string
  readonly dir: string
  /** The folder that imports may not leave: the server half's around a web half inside it, else `dir`. */
  readonly home: string
  readonly manifest: Manifest
  readonly modules: PackageModules
  /** Undefined where the entry defines no plugin. */
  readonly definition: Definition | undefined
  /** The plugin's name, where it can be read without running anything. */
  readonly name: string | undefined
  /** The pages of the folder that `helpDocsFS` names. */
  readonly help: HelpPages | undefined
}

/** Where a half lies. */
export type HalfPlace = Pick<Half, 'dir' | 'home'> & { readonly subpath?: string }

/**
 * Reads a fetched half.
 * @param subpath its name in the package: `.`, or `./server` where one package holds both halves
 * @throws SyntaxError in words that follow the quoted source
 */
export function readHalf(text: string, { dir, home, subpath = '.' }: HalfPlace): Half {
  const manifest = parseManifest(readFileSync(join(dir, 'package.json'), 'utf8'))
  const entry = packageFile(dir, manifest, subpath)
  if (entry === undefined) {
    throw new SyntaxError(
      `has no entry: add "exports": {"${subpath}": "./<file>"} with an existing file to the package.json of ${manifest.name}`,
    )
  }
  const modules = readModules(entry, home)
  const path = findDefinition(modules)
  const definition = path === undefined ? undefined : modules.modules.get(path)?.definition
  const read = (fact: NameFact | undefined): string | undefined =>
    fact === undefined || path === undefined ? undefined : readText(fact, path, modules)
  const helpFolder = read(definition?.helpDocsFS)
  const help = helpFolder === undefined ? undefined : readHelpPages(join(dir, helpFolder), home)
  return { text, dir, home, manifest, modules, definition, name: read(definition?.name), help }
}

/** The module that defines the plugin: the entry, else the first that does. */
function findDefinition({ entry, modules }: PackageModules): string | undefined {
  return [entry, ...modules.keys()].find((path) => modules.get(path)?.definition !== undefined)
}

function readText(fact: NameFact, path: string, { modules }: PackageModules): string | undefined {
  if ('literal' in fact) return fact.literal
  if (!('constant' in fact)) return undefined
  const here = modules.get(path)?.constants.get(fact.constant)
  const binding = modules.get(path)?.bindings.get(fact.constant)
  if (here !== undefined || binding === undefined) return here
  const origin = resolveModule(path, binding.specifier)
  return origin === undefined ? undefined : modules.get(origin)?.constants.get(binding.name)
}
