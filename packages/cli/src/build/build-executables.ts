import { billOfMaterials } from '../bill/bill-of-materials.ts'
import { ContainedModules } from '../bill/contained-modules.ts'
import { packagesOf } from '../bill/packages-of-modules.ts'
import { buildWeb } from './build-web.ts'
import { bundleLoader } from './bundle-loader.ts'
import { bundleServer } from './bundle-server.ts'
import { bundleWorkers } from './bundle-workers.ts'
import type { Checkout } from './checkout.ts'
import type { ComposedHalf, ComposedPlugin } from './composed-plugin.ts'
import { compressFiles } from './compress-files.ts'
import { digestOf } from './digest.ts'
import { inTreePlugins } from './in-tree-plugins.ts'
import { readIntegrities } from './lock-file.ts'
import { packContract } from './pack-contract.ts'
import { compileProgram, packProgram } from './pack-program.ts'
import { isOwn, type Platform } from './platforms.ts'
import { readTemplate } from './read-template.ts'
import { writeExecutable } from './write-executable.ts'
import { readWorkspaceManifest } from './workspace-package.ts'
import { billKey } from '../embedded/bill-key.ts'
import type { BuildInfo, HalfInfo, PluginInfo } from '../embedded/build-info.ts'

/** One build. */
export interface BuildJob {
  readonly checkout: Checkout
  readonly outOfTree: readonly ComposedPlugin[]
  /** Names of in-tree plugins to leave out. */
  readonly without: readonly string[]
  /** A folder of this build alone; the caller removes it. */
  readonly work: string
  /** The executables that are written, or replaced in one step each. */
  readonly targets: readonly Target[]
}

/** An executable of a build. */
export interface Target {
  readonly output: string
  /** This one when left out. */
  readonly platform?: Platform | undefined
}

/** A finished build. */
export interface Build {
  readonly info: BuildInfo
  /** The bill of materials, in CycloneDX. */
  readonly bill: string
}

type Assets = Map<string, string | Buffer>

/** Builds the executables and reports their contents. */
export async function buildExecutables(job: BuildJob): Promise<Build> {
  const { checkout, outOfTree, without, work } = job
  const { root } = checkout
  const inTree = await inTreePlugins(root, without)
  const modules = new ContainedModules()
  const [main, server, workers, web] = await Promise.all([
    bundleLoader(root),
    bundleServer({ root, outOfTree, without, work }, modules),
    bundleWorkers(root, modules),
    buildWeb({ root, plugins: outOfTree, without, work, modules }),
  ])
  const assets: Assets = new Map<string, string | Buffer>([
    ...(await packProgram(server, checkout.results)),
    ...workers,
    ...named('web', await compressFiles(web, checkout.results)),
  ])
  for (const { name, help } of [...inTree, ...outOfTree]) {
    for (const [key, page] of named(`docs/${name}`, help)) assets.set(key, page)
  }
  const info: BuildInfo = {
    version: checkout.version,
    node: process.version,
    digest: digestOf(new Map<string, string | Buffer>([['main.mjs', main], ...assets])),
    plugins: [...inTree.map((plugin) => describe(plugin, false)), ...outOfTree.map((plugin) => describe(plugin, true))],
  }
  for (const [key, archive] of named('vendor', await packContract(checkout))) assets.set(key, archive)
  for (const [key, file] of named('template', await readTemplate(root))) assets.set(key, file)
  assets.set('build.json', JSON.stringify(info))
  const bill = writeBill(info, modules, root)
  assets.set(billKey, bill)
  const compiled = job.targets.some(isForHere) ? await compileProgram(checkout, assets, work) : []
  for (const target of job.targets) {
    const files = isForHere(target) ? new Map([...assets, ...compiled]) : assets
    await writeExecutable(checkout, { main, assets: files, ...target, scratch: work })
  }
  await checkout.results.removeUnused()
  return { info, bill }
}

/** Compiled code counts only on the platform that made it. */
function isForHere({ platform }: Target): boolean {
  return platform === undefined || isOwn(platform)
}

function writeBill(info: BuildInfo, modules: ContainedModules, root: string): string {
  return billOfMaterials({
    info,
    packages: packagesOf(modules, root),
    integrities: readIntegrities(root),
    nodeParts: process.versions,
    license: readWorkspaceManifest(root).license ?? '',
  })
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
