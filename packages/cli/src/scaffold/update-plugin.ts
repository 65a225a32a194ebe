/**
 * Renews the contract packages of a plugin's repository from those of the executable: the tarballs in `vendor/`, the
 * references to them in both manifests, and their entries in the lock file, whose digests npm checks when it installs.
 */
import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTarball } from '../archive/read-tarball.ts'
import { CommandFailure } from '../command-failure.ts'
import type { Assets } from '../embedded/assets.ts'

/** A contract package of the executable. */
interface Packed {
  /** The name of its tarball, such as `host-plugin-1.0.0.tgz`. */
  readonly file: string
  /** Tarballs of the package, of any version. */
  readonly anyVersion: string
  readonly archive: Uint8Array
  readonly manifest: Readonly<Record<string, unknown>>
}

/** Facts of a package that a lock file repeats from its manifest. */
const repeated = [
  'version',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bin',
  'engines',
]

/**
 * Renews the plugin of a folder. A second run repairs one that was interrupted.
 * @returns the tarballs in `vendor/`, such as `host-plugin-1.0.0.tgz`
 * @throws CommandFailure with a sentence
 */
export async function updatePlugin(folder: string, assets: Assets): Promise<readonly string[]> {
  const vendor = assets.list('vendor').map((file) => packedIn(file, assets.bytes(`vendor/${file}`)))
  const manifest = await readText(folder, 'package.json')
  if (manifest === undefined || !vendor.some(({ anyVersion }) => reference(anyVersion).test(manifest))) {
    throw new CommandFailure([
      `${join(folder, 'package.json')} installs no contract package from vendor/. Use the folder of a plugin that host plugin new created.`,
    ])
  }
  await mkdir(join(folder, 'vendor'), { recursive: true })
  for (const { file, archive } of vendor) await writeFile(join(folder, 'vendor', file), archive)
  for (const path of ['package.json', 'web/package.json']) {
    await rewrite(folder, path, (text) => renewReferences(text, vendor))
  }
  await rewrite(folder, 'package-lock.json', (text) => renewLock(renewReferences(text, vendor), vendor))
  for (const name of await readdir(join(folder, 'vendor'))) {
    const isFormer = vendor.some(({ file, anyVersion }) => name !== file && new RegExp(`^${anyVersion}$`).test(name))
    if (isFormer) await rm(join(folder, 'vendor', name))
  }
  return vendor.map(({ file }) => file)
}

function packedIn(file: string, archive: Uint8Array): Packed {
  const manifest = JSON.parse(readTarball(archive).get('package.json')?.toString() ?? '{}') as Packed['manifest']
  const stem = file.slice(0, file.length - `-${String(manifest['version'])}.tgz`.length)
  return { file, anyVersion: `${stem}-\\d[^"/]*\\.tgz`, archive, manifest }
}

/** A reference to a package in `vendor/`, from the folder of either half. */
function reference(anyVersion: string): RegExp {
  return new RegExp(`(?<="file:(?:\\.\\./)?vendor/)${anyVersion}(?=")`, 'g')
}

function renewReferences(text: string, vendor: readonly Packed[]): string {
  return vendor.reduce((renewed, { file, anyVersion }) => renewed.replaceAll(reference(anyVersion), file), text)
}

function renewLock(text: string, vendor: readonly Packed[]): string {
  const lock = JSON.parse(text) as { readonly packages?: Readonly<Record<string, Record<string, unknown>>> }
  for (const entry of Object.values(lock.packages ?? {})) {
    const packed = vendor.find(({ file }) => entry['resolved'] === `file:vendor/${file}`)
    if (packed === undefined) continue
    for (const name of repeated) entry[name] = packed.manifest[name]
    entry['integrity'] = `sha512-${hash('sha512', packed.archive, 'base64')}`
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

async function rewrite(folder: string, path: string, change: (text: string) => string): Promise<void> {
  const text = await readText(folder, path)
  if (text !== undefined) await writeFile(join(folder, path), change(text))
}

async function readText(folder: string, path: string): Promise<string | undefined> {
  return await readFile(join(folder, path), 'utf8').catch(() => undefined)
}
