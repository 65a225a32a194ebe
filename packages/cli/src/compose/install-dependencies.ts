/**
 * Gives the copied plugins what they import.
 *
 * Layout of the work folder: `node_modules/` holds links to the packages that the host brings, so that every plugin
 * gets the same copy as the host itself; `plugins/<n>` and `plugins/<n>-web` hold the copies; what a plugin needs
 * beyond that is installed below `plugins/`. A dependency that the host has in a fitting version is linked, not
 * installed: one copy less in the executable, and no package manager run where nothing else is needed.
 */
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import semver from 'semver'
import { BuildFailure } from '../build/build-failure.ts'
import { readCatalog } from '../build/catalog.ts'
import type { Checkout } from '../build/checkout.ts'
import { readWorkspaceManifest } from '../build/workspace-package.ts'
import type { ReadPlugin } from './check-plugins.ts'
import type { Half } from './read-half.ts'

const patience = 300_000
const brought = ['@host/plugin', '@host/plugin-sdk', '@host/client', 'react', 'react-dom']

/** @throws BuildFailure when a dependency cannot be installed */
export async function installDependencies(
  checkout: Checkout,
  plugins: readonly ReadPlugin[],
  work: string,
): Promise<void> {
  const links = new Map(brought.map((name) => [name, hostCopy(checkout, name)]))
  for (const { server, web } of plugins) if (web !== undefined) links.set(server.manifest.name, server.dir)
  const catalog = readCatalog(checkout.root)
  const halves = plugins.flatMap(({ server, web }) => (web === undefined ? [server] : [server, web]))
  const missing = new Map<Half, Record<string, string>>()
  const shared = new Map<Half, string[]>()
  for (const half of halves) {
    const wanted = Object.entries({ ...half.manifest.dependencies, ...half.manifest.optionalDependencies })
    const fits = ([name, range]: readonly [string, string]): boolean =>
      catalog.has(name) && hostHas(checkout, name, range)
    shared.set(
      half,
      wanted.filter(fits).map(([name]) => name),
    )
    const rest = wanted.filter((each) => !fits(each))
    if (rest.length > 0) missing.set(half, Object.fromEntries(rest))
  }
  if (missing.size > 0) await installMissing(checkout, missing, join(work, 'plugins'))
  for (const [name, target] of links) await link(join(work, 'node_modules', name), target)
  for (const [half, names] of shared) {
    for (const name of names) await link(join(half.dir, 'node_modules', name), hostCopy(checkout, name))
  }
}

function hostHas(checkout: Checkout, name: string, range: string): boolean {
  const copy = hostCopy(checkout, name)
  return copy !== undefined && semver.satisfies(readWorkspaceManifest(copy).version, range)
}

/** The host's own copy of a package, by its real path, so that bundlers see one module and not two. */
function hostCopy({ root }: Checkout, name: string): string | undefined {
  const [, ours] = /^@host\/(.+)$/.exec(name) ?? []
  const places = ours === undefined ? ['packages/shell/node_modules', 'node_modules/.pnpm/node_modules'] : ['packages']
  const found = places
    .map((place) => join(root, place, ours ?? name))
    .find((folder) => existsSync(join(folder, 'package.json')))
  return found === undefined ? undefined : realpathSync(found)
}

async function link(path: string, target: string | undefined): Promise<void> {
  if (target === undefined || existsSync(path)) return
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path, 'dir')
}

async function installMissing(
  checkout: Checkout,
  missing: ReadonlyMap<Half, Record<string, string>>,
  folder: string,
): Promise<void> {
  for (const [half, dependencies] of missing) {
    const path = join(half.dir, 'package.json')
    const written = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(
      path,
      JSON.stringify({
        ...written,
        dependencies,
        optionalDependencies: {},
        peerDependencies: {},
        devDependencies: {},
        scripts: {},
      }),
    )
  }
  const packages = [...missing.keys()].map((half) => `  - ${JSON.stringify(relative(folder, half.dir))}\n`).join('')
  await writeFile(
    join(folder, 'pnpm-workspace.yaml'),
    `packages:\n${packages}autoInstallPeers: false\nstrictPeerDependencies: false\nblockExoticSubdeps: true\n`,
  )
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const { packageManager } = readWorkspaceManifest(checkout.root) as { packageManager?: string }
  try {
    await promisify(execFile)(
      'npx',
      [
        '-y',
        packageManager ?? 'pnpm',
        'install',
        '--prod',
        '--ignore-scripts',
        '--prefer-offline',
        '--no-frozen-lockfile',
        '--reporter=silent',
      ],
      { cwd: folder, timeout: patience },
    )
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new BuildFailure(
      [
        `HOST_PLUGINS names plugins whose own dependencies could not be installed: ${firstLine(`${stderr}\n${stdout}`)}`,
      ],
      { cause: error },
    )
  }
}

function firstLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.find((line) => line.includes('ERR')) ?? lines[0] ?? 'the package manager did not say why.'
}
