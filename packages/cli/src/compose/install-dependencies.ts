/**
 * Installs the imports of the copied plugins.
 *
 * Layout of the work folder: `node_modules/` holds links to the packages of the host, so that every plugin gets the
 * same copy as the host itself; `plugins/<n>` and `plugins/<n>-web` hold the copies; a plugin's further dependencies
 * are installed below `plugins/`. A dependency that the host has in a matching version is linked, not installed: one
 * copy less in the executable, and no package manager run where nothing else is needed.
 */
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import semver from 'semver'
import { readCatalog } from '../build/catalog.ts'
import type { Checkout } from '../build/checkout.ts'
import { readWorkspaceManifest } from '../build/workspace-package.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { installMissing, type Need } from './install-missing.ts'

const brought = ['@host/plugin', '@host/plugin-sdk', '@host/client', 'react', 'react-dom']

/** @throws BuildFailure when a dependency cannot be installed */
export async function installDependencies(
  { root }: Checkout,
  plugins: readonly ReadPlugin[],
  work: string,
): Promise<void> {
  const needs = needsOf(plugins)
  const catalog = readCatalog(root)
  const isOurs = ({ name, range }: Need): boolean => catalog.has(name) && hostHas(root, name, range)
  await installMissing(
    root,
    needs.filter((need) => !isOurs(need)),
    join(work, 'plugins'),
  )
  for (const name of brought) await link(join(work, 'node_modules', name), hostCopy(root, name))
  for (const { server, web } of plugins) {
    if (web !== undefined) await link(join(work, 'node_modules', server.manifest.name), server.dir)
  }
  for (const { half, name } of needs.filter(isOurs)) {
    await link(join(half.dir, 'node_modules', name), hostCopy(root, name))
  }
}

function needsOf(plugins: readonly ReadPlugin[]): Need[] {
  return plugins.flatMap(({ index, server, web }) =>
    [server, web].flatMap((half) => {
      const wanted = Object.entries({ ...half?.manifest.dependencies, ...half?.manifest.optionalDependencies })
      return half === undefined ? [] : wanted.map(([name, range]) => ({ index, half, name, range }))
    }),
  )
}

function hostHas(root: string, name: string, range: string): boolean {
  const copy = hostCopy(root, name)
  return copy !== undefined && semver.satisfies(readWorkspaceManifest(copy).version, range)
}

/** The host's own copy of a package, by its real path, so that bundlers see one module and not two. */
function hostCopy(root: string, name: string): string | undefined {
  const [, ours] = /^@host\/(.+)$/.exec(name) ?? []
  const places = ours === undefined ? ['packages/shell/node_modules', 'node_modules/.pnpm/node_modules'] : ['packages']
  const candidates = places.map((place) => join(root, place, ours ?? name))
  const found = candidates.find((folder) => existsSync(join(folder, 'package.json')))
  return found === undefined ? undefined : realpathSync(found)
}

async function link(path: string, target: string | undefined): Promise<void> {
  if (target === undefined || existsSync(path)) return
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path, 'dir')
}
