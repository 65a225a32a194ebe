import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ContainedModules, Part } from './contained-modules.ts'

/** A package with something in the executable. */
export interface ContainedPackage {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  /** Whether no registry has it. */
  readonly isPrivate: boolean
  readonly parts: ReadonlySet<Part>
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: unknown
  readonly private?: boolean
  /** Packages whose data the sources of this one were generated from, or that its build writes into the output. */
  readonly embeddedData?: readonly string[]
}

/**
 * The packages that modules are from, sorted. @param root the checkout, for the modules that its bundler adds itself
 */
export function packagesOf(modules: ContainedModules, root: string): ContainedPackage[] {
  const reading = new PackageReading(root)
  for (const [id, parts] of modules.entries()) reading.add(id, parts)
  return reading.packages().toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

function idOf({ name, version }: ContainedPackage): string {
  return `${name}@${version}`
}

/** Packages that the bundlers' own helpers are from, with the package of the checkout that uses them. */
const bundlers: readonly (readonly [prefix: string, name: string, user: string])[] = [
  ['\0rolldown/', 'rolldown', 'packages/cli'],
  ['\0vite/', 'vite', 'apps/web'],
]

class PackageReading {
  readonly #root: string
  readonly #folders = new Map<string, string | undefined>()
  readonly #found = new Map<string, ContainedPackage & { readonly parts: Set<Part> }>()

  constructor(root: string) {
    this.#root = root
  }

  add(id: string, parts: ReadonlySet<Part>): void {
    const folder = this.#folderOf(id)
    if (folder !== undefined) this.#addFolder(folder, parts)
  }

  packages(): ContainedPackage[] {
    return [...this.#found.values()]
  }

  #folderOf(id: string): string | undefined {
    const bundler = bundlers.find(([prefix]) => id.startsWith(prefix))
    if (bundler !== undefined) return packageFolder(join(this.#root, bundler[2]), bundler[1])
    // Other modules without a file are the build's own.
    if (id.startsWith('\0')) return undefined
    return this.#nearest(dirname(id.replace(/\?.*$/s, '')))
  }

  #nearest(folder: string): string | undefined {
    if (this.#folders.has(folder)) return this.#folders.get(folder)
    const isPackage = readManifest(folder)?.name !== undefined
    const parent = dirname(folder)
    const found = isPackage ? folder : parent === folder ? undefined : this.#nearest(parent)
    this.#folders.set(folder, found)
    return found
  }

  #addFolder(folder: string, parts: ReadonlySet<Part>): void {
    const {
      name = '',
      version = '0.0.0',
      license,
      private: isPrivate = false,
      embeddedData = [],
    } = readManifest(folder) ?? {}
    const id = `${name}@${version}`
    const before = this.#found.get(id)
    if (before === undefined) {
      const stated = typeof license === 'string' ? license : undefined
      this.#found.set(id, { name, version, license: stated, isPrivate, parts: new Set(parts) })
    } else for (const part of parts) before.parts.add(part)
    for (const data of embeddedData) this.#addFolder(packageFolder(folder, data), parts)
  }
}

/** The manifest of a package; one inside a package, which only says how its files are read, has no version. */
function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return undefined
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  return manifest.version === undefined && /\/node_modules\//.test(folder) ? undefined : manifest
}

/** The folder of a package that another one depends on. @throws Error when it is not installed */
function packageFolder(user: string, name: string): string {
  const places = createRequire(join(user, 'package.json')).resolve.paths(name) ?? []
  const folder = places.map((place) => join(place, name)).find((path) => existsSync(join(path, 'package.json')))
  if (folder === undefined) throw new Error(`${name} is not installed for ${user}.`)
  return folder
}
