/**
 * Checks the public API. Three checks at once, since all need the compiler's declarations:
 *
 *   `api.md`          shows the current surface, so that a review sees each change (`--write`)
 *   `published.json`  records the last published surface, so that nothing of it is removed early (`--publish`)
 *   docstrings        must mark the same members as deprecated as the list of deprecations
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractDeprecations } from '../packages/plugin/src/contract-deprecations.ts'
import { apiReport, type Declarations } from './api-report.ts'
import {
  contractPackages,
  declarationOf,
  doorsOf,
  hostOnly,
  inTreeOnly,
  readManifest,
  type ContractPackage,
} from './contract/contract-packages.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'
import { checkPublished, isDue, type PublishedFacts } from './surface/check-published.ts'
import { DeclaredModules } from './surface/declared-modules.ts'
import { publishedSurface, recordText, type PublishedSurface } from './surface/published-surface.ts'
import { surfaceOf } from './surface/surface-of.ts'

/** A report as it should be beside the report as it was committed. */
export type ReportPair = { readonly path: string; readonly committed: string | undefined; readonly current: string }

/** Every outdated committed report, with the first line that differs. */
export function checkApi(pairs: readonly ReportPair[]): Finding {
  const problems = pairs.flatMap(({ path, committed, current }) => {
    if (committed === current) return []
    if (committed === undefined) return [`${path}: missing; run "pnpm api" and commit it`]
    const place = firstDifference(committed, current)
    return [
      `${path}:${place}: the public surface changed; if that is meant, run "pnpm api", commit it and add a changeset`,
    ]
  })
  return { check: 'api', seen: pairs.length, problems }
}

function firstDifference(committed: string, current: string): number {
  const lines = current.split('\n')
  const index = committed.split('\n').findIndex((line, at) => line !== lines[at])
  return index === -1 ? committed.split('\n').length : index + 1
}

/** The project that has the packages of the contract and no other. */
const project = 'tsconfig.contract.json'

/** Declarations of all packages of the contract, made by the compiler; type errors are the business of another check. */
function declare(comments: 'plain' | 'commented'): Declarations {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--noCheck']
  if (comments === 'plain') flags.push('--removeComments')
  try {
    spawnSync('node_modules/.bin/tsc', ['-p', project, ...flags, '--outDir', folder, '--rootDir', '.'], { cwd: root })
    const paths = globSync('packages/**/*.d.ts', { cwd: folder })
    return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}

/** The report of a package as it should be. */
function currentReport({ folder }: ContractPackage, declarations: Declarations): string {
  const { name, exports } = readManifest(root, folder)
  return apiReport({ name, doors: declaredDoors(doorsOf(folder, { name, exports })) }, declarations)
}

function readPublished({ folder }: ContractPackage, declarations: Declarations): PublishedFacts {
  const { name, version, exports } = readManifest(root, folder)
  const path = `${folder}/published.json`
  const isFrozen = (door: string): boolean => !hostOnly.has(door) && !inTreeOnly.has(door)
  const doors = new Map([...doorsOf(folder, { name, exports })].filter(([door]) => isFrozen(door)))
  return {
    path,
    name,
    version,
    surface: surfaceOf({ name, doors: declaredDoors(doors) }, new DeclaredModules(declarations)),
    record: readRecord(path),
    changesets: globSync('.changeset/*.md', { cwd: root }).map((each) => readFileSync(join(root, each), 'utf8')),
    deprecations: contractDeprecations,
  }
}

function readRecord(path: string): PublishedSurface | undefined {
  const text = readIfThere(path)
  return text === undefined ? undefined : (JSON.parse(text) as PublishedSurface)
}

function isAnythingDeprecated(): boolean {
  const folders = contractPackages.map(({ folder }) => `${folder}/src/**/*.{ts,tsx}`)
  return globSync(folders, { cwd: root }).some((path) => /@deprecated\b/.test(readIfThere(path) ?? ''))
}

function declaredDoors(doors: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...doors].map(([door, source]) => [door, declarationOf(source)]))
}

function main(args: readonly string[]): void {
  const plain = declare('plain')
  // A second turn of the compiler, for the docstrings, while there is something that they call deprecated.
  const commented = isAnythingDeprecated() ? declare('commented') : plain
  const read = contractPackages.map((each) => {
    const facts = readPublished(each, commented)
    if (args.includes('--publish')) publish(facts)
    const path = `${each.folder}/api.md`
    const current = currentReport(each, plain)
    if (args.includes('--write')) writeFileSync(join(root, path), current)
    return {
      pair: { path, current, committed: readIfThere(path) },
      facts: { ...facts, record: readRecord(facts.path) },
    }
  })
  const { check, seen, problems } = checkApi(read.map(({ pair }) => pair))
  report({ check, seen, problems: [...problems, ...read.flatMap(({ facts }) => checkPublished(facts))] })
}

/** Records a surface as published; an early removal prevents it. */
function publish(facts: PublishedFacts): void {
  if (!isDue(facts)) return
  writeFileSync(join(root, facts.path), recordText(publishedSurface(facts.version, facts.surface)))
}

if (import.meta.main) main(process.argv.slice(2))
