/**
 * Packs what a plugin's author installs: the contract packages, built from source as tarballs.
 *
 * They ride in the executable, so that a scaffolded plugin installs with no package of ours published anywhere. Packing
 * takes seconds and rarely has anything new to do, so tarballs are kept under the digest of everything they come from.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'
import { writeTarball } from '../archive/write-tarball.ts'
import { workers } from './bundle-workers.ts'
import { readCatalog } from './catalog.ts'
import type { Checkout } from './checkout.ts'
import { contractProject, declareContract } from './declare-contract.ts'
import { digestOf, readFolder } from './digest.ts'
import { readWorkspaceManifest, type WorkspaceManifest } from './workspace-package.ts'

const contract = ['plugin', 'client', 'plugin-sdk', 'testing'] as const
/** Private packages whose code goes into the package that needs them, with what that code needs. */
const inlined: Readonly<Record<string, string>> = {
  '@host/host': 'host',
  '@host/inspect': 'inspect',
  '@host/platform-api': 'platform-api',
}
/** Parts of private packages that go along with the host, by their package. Such a part needs no package. */
const carriedParts: Readonly<Record<string, string>> = {
  '@host/acme': 'acme/src',
  '@host/dns': 'dns/src',
  '@host/email': 'email/src/document',
}

/** Tarballs by file name, such as `host-plugin-1.0.0.tgz`. */
export type Vendor = ReadonlyMap<string, Buffer>

/** The contract packages of a checkout, packed. */
export async function packContract(checkout: Checkout): Promise<Vendor> {
  const kept = join(checkout.cache, `contract-${(await sourcesDigest(checkout.root)).slice(7, 23)}`)
  const found = await readFolder(kept).catch(() => undefined)
  if (found !== undefined) return found
  const packed = await packAll(checkout.root)
  await keep(packed, kept)
  return packed
}

async function packAll(root: string): Promise<Vendor> {
  const scratch = await mkdtemp(join(tmpdir(), 'host-contract-'))
  try {
    const compiler = await declareContract(root, scratch)
    const pack = (folder: string) => packPackage(root, { folder, outDir: join(scratch, folder), compiler })
    return new Map(await Promise.all(contract.map(pack)))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Keeps tarballs in place of those that were kept before; another process may do the same at the same time. */
async function keep(packed: Vendor, folder: string): Promise<void> {
  const cache = dirname(folder)
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'draft-'))
  for (const [name, archive] of packed) await writeFile(join(draft, name), archive)
  for (const entry of await readdir(cache)) {
    if (entry.startsWith('contract-')) await rm(join(cache, entry), { recursive: true, force: true })
  }
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
}

/** The file name that npm gives the tarball of a package. */
export function tarballName({ name, version }: Pick<WorkspaceManifest, 'name' | 'version'>): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

async function sourcesDigest(root: string): Promise<string> {
  const sources = new Map<string, Buffer>()
  for (const folder of [...contract, ...Object.values(inlined), ...Object.values(carriedParts), 'cli/src/build']) {
    const skip = (name: string): boolean => /^(node_modules|dist)$|\.test(-d)?\.tsx?$/.test(name)
    for (const [path, content] of await readFolder(join(root, 'packages', folder), skip)) {
      sources.set(`${folder}/${path}`, content)
    }
  }
  for (const file of ['pnpm-lock.yaml', 'tsconfig.base.json', contractProject]) {
    sources.set(file, await readFile(join(root, file)))
  }
  return digestOf(sources)
}

interface Packing {
  readonly folder: string
  readonly outDir: string
  /** The program that declarations come from. */
  readonly compiler: string
}

async function packPackage(
  root: string,
  { folder, outDir, compiler }: Packing,
): Promise<readonly [name: string, archive: Buffer]> {
  const cwd = join(root, 'packages', folder)
  const manifest = readWorkspaceManifest(cwd)
  await build({
    cwd,
    config: false,
    entry: { ...entriesOf(manifest), ...(carriesHost(manifest) ? threadEntries(root) : {}) },
    plugins: [{ name: 'host:thread-files', transform: renameThreads }],
    outDir,
    format: 'esm',
    platform: 'node',
    fixedExtension: false,
    tsconfig: join(root, contractProject),
    dts: { tsgo: { path: compiler } },
    deps: {
      alwaysBundle: Object.keys(inlined).map((name) => new RegExp(`^${name}(/|$)`)),
      onlyBundle: false,
    },
    logLevel: 'error',
    report: false,
  })
  const files = new Map<string, Buffer>([
    ['package.json', Buffer.from(JSON.stringify(publishedManifest(root, manifest), null, 2))],
  ])
  for (const [path, content] of await readFolder(outDir)) files.set(`dist/${path}`, content)
  for (const file of manifest.files ?? []) if (file !== 'dist') files.set(file, await readFile(join(cwd, file)))
  return [tarballName(manifest), writeTarball(files)]
}

function entriesOf({ exports = {} }: WorkspaceManifest): Record<string, string> {
  return Object.fromEntries(
    Object.values(exports).flatMap((target) => {
      if (typeof target === 'string' || target['source'] === undefined) return []
      return [[/([^/]+)\.js$/.exec(target['default'] ?? '')?.[1] ?? 'index', target['source']]]
    }),
  )
}

function carriesHost({ devDependencies = {} }: WorkspaceManifest): boolean {
  return '@host/host' in devDependencies
}

// A thread starts from a file of its own, which stands beside the others once it is packed.
function threadEntries(root: string): Record<string, string> {
  const ofHost = Object.entries(workers).filter(([, path]) => path.startsWith('packages/host/'))
  return Object.fromEntries(ofHost.map(([key, path]) => [key, join(root, path)]))
}

function renameThreads(code: string): string {
  return Object.keys(workers).reduce((text, key) => text.replaceAll(`'${key}.ts'`, `'${key}.js'`), code)
}

/** The manifest as a registry would hold it: real versions, no sources, and what inlined code needs. */
export function publishedManifest(root: string, manifest: WorkspaceManifest): Record<string, unknown> {
  const catalog = readCatalog(root)
  const dependencies: Record<string, string> = {}
  const carried = Object.keys(manifest.devDependencies ?? {}).flatMap((name) => inlined[name] ?? [])
  for (const part of [manifest, ...carried.map((folder) => readWorkspaceManifest(join(root, 'packages', folder)))]) {
    for (const [name, range] of Object.entries(part.dependencies ?? {})) {
      if (name in carriedParts) continue
      const folder = range.startsWith('workspace:') ? name.replace('@host/', '') : undefined
      dependencies[name] =
        folder === undefined
          ? (catalog.get(name) ?? range)
          : readWorkspaceManifest(join(root, 'packages', folder)).version
    }
  }
  const exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([path, target]) => [
      path,
      typeof target === 'string'
        ? target
        : Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== 'source')),
    ]),
  )
  const { devDependencies: _, ...rest } = manifest
  return { ...rest, exports, dependencies }
}
