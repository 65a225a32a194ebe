import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractReference, type Reference } from './contract/contract-reference.ts'
import { contractPackages, doorsOf, hostOnly, readManifest } from './contract/contract-packages.ts'
import { wantedPictures } from './contract/pictures.ts'
import { ContractSources } from './contract/read-exports.ts'
import { report, type Finding } from './report.ts'
import { listFiles, root } from './source-files.ts'

/** The reference as it is committed: its pages by their path. */
export type CommittedPages = ReadonlyMap<string, string>

/** Every outdated page of the reference, and every export without a docstring. */
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

/** The reference of the packages as they are. */
export function currentReference(): Reference {
  const doors = contractPackages.flatMap(({ folder }) => [...doorsOf(folder, readManifest(root, folder))])
  const sources = new ContractSources(root, new Map(doors))
  const read = doors
    .filter(([name]) => !hostOnly.has(name))
    .map(([name, file]) => ({ name, exports: sources.exportsOf(file) }))
  return contractReference(read, wantedPictures(listFiles()))
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
