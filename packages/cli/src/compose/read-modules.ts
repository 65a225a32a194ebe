import { readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { readModule, type Finding, type ModuleFacts } from './module-facts.ts'

/** The modules of a package, as far as its entry reaches. */
export interface PackageModules {
  readonly entry: string
  /** Facts by absolute path. */
  readonly modules: ReadonlyMap<string, ModuleFacts>
  /** Files reached that are no code: styles, pictures, data. */
  readonly files: readonly string[]
  /** What stops a module from being read, by place. */
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
      const facts = readModule(path, readFileSync(path, 'utf8'))
      modules.set(path, facts)
      waiting.push(...follow(path, facts, home, broken))
    } catch (error) {
      broken.push(`${relative(home, path)} does not parse: ${(error as Error).message}`)
    }
  }
  return { entry, modules, files: [...files].sort(), broken }
}

function follow(path: string, facts: ModuleFacts, home: string, broken: string[]): string[] {
  return facts.imports.filter(({ what }) => what.startsWith('.')).flatMap((finding) => {
    const outside = relative(home, join(dirname(path), finding.what)).startsWith('..')
    const found = outside ? undefined : resolveModule(path, finding.what)
    if (found !== undefined) return [found]
    const reason = outside ? 'which is outside of the package' : 'which is not there'
    broken.push(`${place(home, path, finding)} imports ${JSON.stringify(finding.what)}, ${reason}`)
    return []
  })
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
