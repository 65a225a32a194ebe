import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { apiReport, type Declarations, type PublishedPackage } from './api-report.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'

const published = [
  { folder: 'packages/plugin', project: 'tsconfig.server.json' },
  { folder: 'packages/plugin-sdk', project: 'tsconfig.web.json' },
  { folder: 'packages/client', project: 'tsconfig.server.json' },
  { folder: 'packages/testing', project: 'tsconfig.server.json' },
] as const

type Manifest = { name: string; exports: Readonly<Record<string, string | { readonly source: string }>> }

/** The doors of a package are what its manifest exports, so that a new one can't be forgotten here. */
export function doorsOf(folder: string, { name, exports }: Manifest): PublishedPackage {
  const doors = Object.entries(exports).flatMap(([key, target]) => {
    if (typeof target === 'string') return []
    const declaration = posix.join(folder, target.source).replace(/\.tsx?$/, '.d.ts')
    return [[posix.join(name, key), declaration] as const]
  })
  return { name, doors: Object.fromEntries(doors) }
}

/** A report as it should be beside the report as it was committed. */
export type ReportPair = { readonly path: string; readonly committed: string | undefined; readonly current: string }

/** Every committed report that no longer tells the truth, with the first line that differs. */
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

/** Declarations of every file of a project, made by the compiler; type errors are the business of another check. */
function declare(project: string): Declarations {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--removeComments']
  try {
    spawnSync('node_modules/.bin/tsc', ['-p', project, ...flags, '--outDir', folder, '--rootDir', '.'], { cwd: root })
    const paths = globSync('packages/**/*.d.ts', { cwd: folder })
    return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function main(write: boolean): void {
  const projects = [...new Set(published.map(({ project }) => project))]
  const declared = new Map(projects.map((project) => [project, declare(project)]))
  const pairs = published.map(({ folder, project }): ReportPair => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
    const current = apiReport(doorsOf(folder, manifest), declared.get(project) ?? new Map())
    const path = `${folder}/api.md`
    if (write) writeFileSync(join(root, path), current)
    return {
      path,
      current,
      committed: existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined,
    }
  })
  report(checkApi(pairs))
}

if (import.meta.main) main(process.argv.includes('--write'))
