import { report, type Finding } from './report.ts'
import { readSources, type SourceFile } from './source-files.ts'

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const elsewhere = /^(catalog:|workspace:\*|file:\.)/
const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

type Manifest = { readonly [group in (typeof groups)[number]]?: Readonly<Record<string, string>> }

/**
 * Every dependency whose version is a range: the same checkout must install the same code in a year. Peer dependencies
 * are promises to others and stay ranges.
 */
export function checkVersions(files: readonly SourceFile[]): Finding {
  const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path))
  const catalogs = files.filter(({ path }) => path === 'pnpm-workspace.yaml')
  const problems = [...manifests.flatMap(manifestProblems), ...catalogs.flatMap(catalogProblems)]
  return { check: 'versions', seen: manifests.length, problems }
}

function manifestProblems({ path, text }: SourceFile): string[] {
  const manifest = JSON.parse(text) as Manifest
  const entries = groups.flatMap((group) => Object.entries(manifest[group] ?? {}))
  return entries
    .filter(([, version]) => !exact.test(version) && !elsewhere.test(version))
    .map(([name, version]) => `${path}: ${name} is "${version}"; write "catalog:" or an exact version`)
}

function catalogProblems({ path, text }: SourceFile): string[] {
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(text)?.[1]
  if (catalog === undefined) return [`${path}: has no catalog`]
  const entries = [...catalog.matchAll(/^ {2}'?([^':]+)'?: (.+)$/gm)]
  return entries
    .filter(([, , version = '']) => !exact.test(version))
    .map(([, name, version]) => `${path}: ${name ?? ''} is "${version ?? ''}"; write an exact version`)
}

if (import.meta.main) {
  report(checkVersions(readSources((path) => /(^|\/)(package\.json|pnpm-workspace\.yaml)$/.test(path))))
}
