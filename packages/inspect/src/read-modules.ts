import { readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { readModule, type Finding, type ModuleFacts } from './module-facts.ts'

/** The modules of a package, as far as its entry reaches. */
export interface PackageModules {
  readonly entry: string
  /** Facts by absolute path. */
  readonly modules: ReadonlyMap<string, ModuleFacts>
  /** Files reached that are not code: styles, pictures, data. */
  readonly files: readonly string[]
  /** Reasons why modules can't be read, by place. */
  readonly broken: readonly string[]
}

const code = new Set(['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs'])
const endings = ['', '.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.tsx', '/index.js']

/**
 * Follows relative imports from an entry, running nothing.
 * @param home the folder that imports may not leave
 */
export function readModules(entry: string, home: string): PackageModules {
  const modules = new Map<string, ModuleFacts>()
  const files = new Set<string>()
  const broken: string[] = []
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path) || files.has(path)) continue
    if (!code.has(extname(path))) {
      files.add(path)
      continue
    }
    try {
      modules.set(path, readModule(path, readFileSync(path, 'utf8')))
    } catch (error) {
      broken.push(`${relative(home, path)} can't be parsed: ${(error as Error).message}`)
    }
    const steps = followAll(path, modules.get(path)?.imports ?? [], home)
    waiting.push(...steps.files)
    broken.push(...steps.broken)
  }
  return { entry, modules, files: [...files].toSorted(), broken }
}

/** All modules and those that only types lead to. These are not part of the program, so a missing one is ignored. */
export function withTypes({ modules }: PackageModules, home: string): ReadonlyMap<string, ModuleFacts> {
  const all = new Map(modules)
  for (const [path, { mentions }] of all) {
    for (const { what } of mentions.filter((mention) => mention.what.startsWith('.'))) {
      const next = resolveModule(path, what)
      if (next === undefined || all.has(next) || !code.has(extname(next)) || isOutside(home, next)) continue
      const facts = readTypes(next)
      if (facts !== undefined) all.set(next, facts)
    }
  }
  return all
}

function readTypes(path: string): ModuleFacts | undefined {
  try {
    return readModule(path, readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function isOutside(home: string, path: string): boolean {
  return relative(home, path).startsWith('..')
}

function followAll(path: string, imports: readonly Finding[], home: string): { files: string[]; broken: string[] } {
  const steps = { files: [] as string[], broken: [] as string[] }
  for (const finding of imports.filter(({ what }) => what.startsWith('.'))) {
    const next = follow(path, finding.what, home)
    if ('file' in next) steps.files.push(next.file)
    else steps.broken.push(`${place(home, path, finding)} imports ${JSON.stringify(finding.what)}, ${next.reason}`)
  }
  return steps
}

function follow(
  path: string,
  specifier: string,
  home: string,
): { readonly file: string } | { readonly reason: string } {
  if (isOutside(home, join(dirname(path), specifier))) {
    return { reason: 'which is outside the package' }
  }
  const file = resolveModule(path, specifier)
  return file === undefined ? { reason: 'which does not exist' } : { file }
}

/** The file that a relative import means. */
export function resolveModule(from: string, specifier: string): string | undefined {
  const bare = join(dirname(from), specifier.replace(/[?#].*$/, ''))
  const swapped = bare.replace(/\.js(x?)$/, '.ts$1')
  return [...endings.map((ending) => bare + ending), swapped].find(isFile)
}

/** Where a finding is, as people read it. */
export function place(home: string, path: string, finding: Finding): string {
  return `${relative(home, path)} line ${finding.line}`
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
