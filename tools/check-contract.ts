import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractReference, type Reference } from './contract/contract-reference.ts'
import { ContractSources } from './contract/read-exports.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'

/** The packages whose exports plugins import. */
const packages = ['plugin', 'plugin-sdk', 'client', 'testing'] as const

/** Doors that plugins do not import: the shells' own, the build's, and a script. */
const hostOnly: ReadonlySet<string> = new Set([
  '@host/plugin-sdk/shell',
  '@host/plugin-sdk/vite',
  '@host/plugin/outbound-policy',
  '@host/testing/plugin-test',
])

type Manifest = {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly source: string }>>
}

/** The reference as it is committed: its pages by their path. */
export type CommittedPages = ReadonlyMap<string, string>

/** Every page of the reference that no longer says what the docstrings say, and every export that says nothing. */
export function checkContract({ pages, problems }: Reference, committed: CommittedPages): Finding {
  const stale = [...pages].flatMap(([path, text]) => {
    if (committed.get(path) === text) return []
    return [
      `${path}: ${committed.has(path) ? 'not what the docstrings say any more' : 'missing'}; run "pnpm reference"`,
    ]
  })
  const left = [...committed.keys()]
    .filter((path) => !pages.has(path))
    .map((path) => `${path}: nothing is on it any more; run "pnpm reference"`)
  return { check: 'contract', seen: pages.size, problems: [...problems, ...stale, ...left] }
}

/** The doors of a package of ours, by the name under which plugins import them. */
function doorsOf(folder: string): readonly (readonly [name: string, file: string])[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Manifest
  return Object.entries(exports).flatMap(([key, target]) =>
    typeof target === 'string' ? [] : [[`${name}${key.slice(1)}`, join('packages', folder, target.source)] as const],
  )
}

/** The reference of the packages as they are. */
export function currentReference(): Reference {
  const doors = packages.flatMap(doorsOf)
  const sources = new ContractSources(root, new Map(doors))
  const read = doors
    .filter(([name]) => !hostOnly.has(name))
    .map(([name, file]) => ({ name, exports: sources.exportsOf(file) }))
  return contractReference(read)
}

function readCommitted(): CommittedPages {
  const paths = globSync('docs/contract/*.md', { cwd: root })
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function write({ pages }: Reference): void {
  for (const path of readCommitted().keys()) if (!pages.has(path)) rmSync(join(root, path))
  for (const [path, text] of pages) {
    if (!existsSync(dirname(join(root, path)))) mkdirSync(dirname(join(root, path)))
    writeFileSync(join(root, path), text)
  }
}

if (import.meta.main) {
  const reference = currentReference()
  if (process.argv.includes('--write')) write(reference)
  report(checkContract(reference, readCommitted()))
}
