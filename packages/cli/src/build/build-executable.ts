import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { bundleServer } from './bundle-server.ts'
import { bundleWorkers } from './bundle-workers.ts'
import type { Checkout } from './checkout.ts'
import type { ComposedHalf, ComposedPlugin } from './composed-plugin.ts'
import { compressFiles } from './compress-files.ts'
import { digestOf } from './digest.ts'
import { inTreePlugins } from './in-tree-plugins.ts'
import { packContract } from './pack-contract.ts'
import { packMap } from './pack-map.ts'
import { readTemplate } from './read-template.ts'
import { writeExecutable } from './write-executable.ts'
import { mapKey } from '../embedded/map-key.ts'
import type { BuildInfo, HalfInfo, PluginInfo } from '../embedded/build-info.ts'

/** One build. */
export interface BuildJob {
  readonly checkout: Checkout
  readonly outOfTree: readonly ComposedPlugin[]
  /** A folder of this build alone; the caller removes it. */
  readonly work: string
  /** The executable that is written, or replaced in one step. */
  readonly output: string
}

type Assets = Map<string, string | Buffer>

/** Builds the executable and tells what it is made of. */
export async function buildExecutable(job: BuildJob): Promise<BuildInfo> {
  const { checkout, outOfTree, work } = job
  const { root } = checkout
  const inTree = await inTreePlugins(root)
  const [{ code: main, map }, workers, web] = await Promise.all([
    bundleServer({ root, outOfTree, work }),
    bundleWorkers(root),
    buildWeb(root, outOfTree, work),
  ])
  const assets: Assets = new Map<string, string | Buffer>([
    ...workers,
    [mapKey, packMap(map)],
    ...named('web', await compressFiles(web, join(checkout.cache, 'compressed'))),
  ])
  for (const { name, help } of [...inTree, ...outOfTree]) {
    for (const [key, page] of named(`docs/${name}`, help)) assets.set(key, page)
  }
  const info: BuildInfo = {
    version: checkout.version,
    node: process.version,
    digest: digestOf(new Map<string, string | Buffer>([['server.mjs', main], ...assets])),
    plugins: [...inTree.map((plugin) => describe(plugin, false)), ...outOfTree.map((plugin) => describe(plugin, true))],
  }
  for (const [key, archive] of named('vendor', await packContract(checkout))) assets.set(key, archive)
  for (const [key, file] of named('template', await readTemplate(root))) assets.set(key, file)
  assets.set('build.json', JSON.stringify(info))
  await writeExecutable(checkout, { main, assets, output: job.output, scratch: work })
  return info
}

function named(folder: string, files: ReadonlyMap<string, Buffer>): [string, Buffer][] {
  return [...files].map(([name, content]) => [`${folder}/${name}`, content])
}

function describe({ name, server, web }: ComposedPlugin, outOfTree: boolean): PluginInfo {
  return {
    name,
    version: server.version,
    outOfTree,
    server: halfInfo(server),
    ...(web === undefined ? {} : { web: halfInfo(web) }),
  }
}

function halfInfo({ package: name, version, digest }: ComposedHalf): HalfInfo {
  return { package: name, version, digest }
}
