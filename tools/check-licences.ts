import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowedLicences, exceptions } from './licences.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'

/** License of a package, as declared. */
export type InstalledPackage = { readonly name: string; readonly version: string; readonly license?: unknown }

/** Every installed package whose license is not on the list. */
export function checkLicences(packages: readonly InstalledPackage[]): Finding {
  const problems = packages
    .filter(({ name, license }) => exceptions[name] === undefined && !isAllowed(license))
    .map(({ name, version, license }) => {
      return `${name}@${version}: licence ${JSON.stringify(license)} is not on the list of tools/licences.ts`
    })
  return { check: 'licences', seen: packages.length, problems }
}

/** Understands `A`, `(A OR B)` and `A AND B`; anything else is refused. */
function isAllowed(license: unknown): boolean {
  if (typeof license !== 'string') return false
  const choices = license.replaceAll(/^\(|\)$/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((part) => allowedLicences.includes(part)))
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

if (import.meta.main) report(checkLicences(installedPackages()))
