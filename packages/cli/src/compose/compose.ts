import { rename, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { contractDeprecations } from '@host/plugin/platform'
import { BuildFailure, type Ours } from '@host/inspect'
import { buildExecutables, type Build, type Target } from '../build/build-executables.ts'
import { readCatalog } from '../build/catalog.ts'
import type { Checkout } from '../build/checkout.ts'
import { inTreeNames } from '../build/in-tree-plugins.ts'
import { readWorkspaceManifest } from '../build/workspace-package.ts'
import { attributeFailure } from './attribute.ts'
import { checkDependencies } from './check-dependencies.ts'
import { deprecatedImports } from './deprecated-imports.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { inspectPlugins } from './inspect-plugins.ts'
import { installDependencies } from './install-dependencies.ts'
import { relocate } from './relocate.ts'
import { readWithout } from './read-without.ts'
import { tryInTree, tryPlugins } from './try-plugins.ts'
import { inOwnFolder, inWorkFolder } from './work-folder.ts'

/** One composition. */
export interface Composition {
  readonly checkout: Checkout
  /** The text of `HOST_PLUGINS`. */
  readonly text: string | undefined
  /** The text of `HOST_WITHOUT`. */
  readonly without?: string | undefined
  /** Where relative paths of the text begin. */
  readonly cwd: string
  /** The executables that are written, or replaced in one step each. */
  readonly targets: readonly Target[]
  /** Receives progress, a line at a time. */
  say(line: string): void
}

/**
 * Composes plugins into the executable. Each stage finishes before the next begins, and every problem that can be found
 * early is reported before anything is compiled. The checkout is only read; only the targets and paths ignored by version
 * control (`build/`, a cache) are written.
 * @throws BuildFailure with every problem of the stage that failed
 */
export async function compose(composition: Composition): Promise<Build> {
  const { checkout, text, cwd } = composition
  return inOwnFolder(checkout.root, async (inspected) => {
    const { plugins, problems } = await inspectPlugins(text, { cwd, work: inspected, ours: ourVersions(checkout) })
    if (problems.length > 0) throw new BuildFailure(problems)
    for (const said of deprecatedImports(plugins, contractDeprecations)) composition.say(`[compose] ${said}`)
    const place = { root: checkout.root, say: composition.say }
    return inWorkFolder(place, async (work) => {
      const copies = join(work, 'plugins')
      await rename(inspected, copies)
      return buildIn(
        composition,
        plugins.map((plugin) => relocate(plugin, inspected, copies)),
        work,
      )
    })
  })
}

async function buildIn(composition: Composition, plugins: readonly ReadPlugin[], work: string): Promise<Build> {
  const { checkout, cwd, targets, say } = composition
  const { root } = checkout
  const without = readWithout(composition.without, root)
  // A trial of further plugins has those of the product in it.
  if (plugins.length === 0 || without.length > 0) await tryInTree(checkout, { work, without })
  await installDependencies(checkout, plugins, work)
  const problems = await checkDependencies(plugins)
  if (problems.length > 0) throw new BuildFailure(problems)
  const tried = await tryPlugins({ root, work, plugins, without })
  for (const { name, server } of tried) say(`[compose] ${name} ${server.manifest.version} (${server.manifest.name})`)
  const outOfTree = tried.map((plugin) => plugin.composed)
  const built = buildExecutables({ checkout, outOfTree, without, work, targets })
  const build = await built.catch((error: unknown) => Promise.reject(attributeFailure(error, tried) as Error))
  const { plugins: contained, digest } = build.info
  for (const { output } of targets) {
    const megabytes = ((await stat(output)).size / 1e6).toFixed(0)
    say(`[compose] ${relative(cwd, output)}: ${contained.length} plugins, ${megabytes} MB, ${digest}`)
  }
  if (process.platform === 'linux') {
    say('[compose] It is self-contained; the machine needs glibc, libstdc++, and libatomic.so.1.')
  }
  return build
}

function ourVersions({ root }: Checkout): Ours {
  const version = (folder: string): string => readWorkspaceManifest(join(root, 'packages', folder)).version
  return {
    versions: {
      '@host/plugin': version('plugin'),
      '@host/plugin-sdk': version('plugin-sdk'),
      react: readCatalog(root).get('react') ?? '',
    },
    inTree: inTreeNames(root),
  }
}
