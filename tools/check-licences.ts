import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowedLicences, exceptions, usedByTests } from './licences.ts'
import { report, type Finding } from './report.ts'
import { listFiles, root } from './source-files.ts'

/** License and runtime dependencies of a package, as declared. */
export type InstalledPackage = {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly dependencies?: Needs
  readonly optionalDependencies?: Needs
  readonly peerDependencies?: Needs
}

type Needs = Readonly<Record<string, string>>

/** The manifests of our own packages, whose development dependencies are not shipped. */
export type OwnPackage = Omit<InstalledPackage, 'version'>

/** Every installed package whose license is not on the list. Test-only dependencies are not shipped. */
export function checkLicences(packages: readonly InstalledPackage[], own: readonly OwnPackage[]): Finding {
  const shipped = shippedNames(packages, own)
  const isExcepted = (name: string): boolean =>
    exceptions[name] !== undefined || (usedByTests[name] !== undefined && !shipped.has(name))
  const problems = packages
    .filter(({ name, license }) => !isExcepted(name) && !isAllowed(license))
    .map(({ name, version, license }) => {
      const wrong = `${name}@${version}: licence ${JSON.stringify(license)} is not on the list of tools/licences.ts`
      return usedByTests[name] === undefined ? wrong : `${wrong}, and it is in what we ship`
    })
  return { check: 'licences', seen: packages.length, problems }
}

/** Names of all direct and indirect runtime dependencies; all versions of a name. */
function shippedNames(packages: readonly InstalledPackage[], own: readonly OwnPackage[]): ReadonlySet<string> {
  const byName = Map.groupBy([...packages, ...own], ({ name }) => name)
  const shipped = new Set(own.map(({ name }) => name))
  for (const name of shipped) {
    for (const { dependencies, optionalDependencies, peerDependencies } of byName.get(name) ?? []) {
      const needs = { ...dependencies, ...optionalDependencies, ...peerDependencies }
      for (const needed of Object.keys(needs)) shipped.add(needed)
    }
  }
  return shipped
}

/** Understands `A`, `(A OR B)` and `A AND B`; anything else is refused. */
function isAllowed(license: unknown): boolean {
  if (typeof license !== 'string') return false
  const choices = license.replaceAll(/^\(|\)$/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((part) => allowedLicences.includes(part)))
}

function ownPackages(): OwnPackage[] {
  return listFiles()
    .filter((path) => /^(?:(?:apps|packages|plugins)\/[^/]+\/)?package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as OwnPackage)
}

/** Every package of the lock file that this machine installed, the indirect ones too; the store may hold older ones. */
function installedPackages(): InstalledPackage[] {
  const store = join(root, 'node_modules/.pnpm')
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const found = new Map<string, InstalledPackage>()
  for (const entry of readdirSync(store)) {
    for (const manifest of manifestsIn(join(store, entry, 'node_modules'))) {
      const parsed = JSON.parse(readFileSync(manifest, 'utf8')) as InstalledPackage
      const id = `${parsed.name}@${parsed.version}`
      if (lock.includes(`${id}:`) || lock.includes(`${id}'`)) found.set(id, parsed)
    }
  }
  return [...found.values()]
}

function manifestsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => join(name, inner)) : [name],
  )
  return names.map((name) => join(folder, name, 'package.json')).filter((path) => existsSync(path))
}

if (import.meta.main) report(checkLicences(installedPackages(), ownPackages()))
