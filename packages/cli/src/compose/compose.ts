import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { buildExecutable } from '../build/build-executable.ts'
import { BuildFailure } from '../build/build-failure.ts'
import type { Checkout } from '../build/checkout.ts'
import { inTreeNames } from '../build/in-tree-plugins.ts'
import { readWorkspaceManifest } from '../build/workspace-package.ts'
import { readCatalog } from '../build/catalog.ts'
import { attributeFailure } from './attribute.ts'
import type { Ours } from './check-plugins.ts'
import { inspectPlugins } from './inspect-plugins.ts'
import { installDependencies } from './install-dependencies.ts'
import { tryPlugins } from './try-plugins.ts'

/** One composition. */
export interface Composition {
  readonly checkout: Checkout
  /** The text of `HOST_PLUGINS`. */
  readonly text: string | undefined
  /** Where relative paths of the text begin. */
  readonly cwd: string
  /** A folder of this composition alone, with an empty folder `plugins` in it; the caller removes it. */
  readonly work: string
  readonly output?: string
  say(line: string): void
}

/**
 * Composes plugins into the executable. Each stage finishes before the next begins, and everything that can be known
 * to be wrong is known before anything is compiled. The checkout is read, and only `output` is written.
 * @throws BuildFailure with every problem of the stage that failed
 */
export async function compose({
  checkout,
  text,
  cwd,
  work,
  say,
  output = join(checkout.root, 'bin/host'),
}: Composition): Promise<void> {
  const { plugins: read, problems } = await inspectPlugins(text, {
    cwd,
    work: join(work, 'plugins'),
    ours: ourVersions(checkout),
  })
  if (problems.length > 0) throw new BuildFailure(problems)
  await installDependencies(checkout, read, work)
  const tried = await tryPlugins({ root: checkout.root, work, plugins: read })
  for (const { name, server } of tried) say(`[compose] ${name} ${server.manifest.version} (${server.manifest.name})`)
  const outOfTree = tried.map((plugin) => plugin.composed)
  const built = buildExecutable({ checkout, outOfTree, work, output })
  const info = await built.catch((error: unknown) => Promise.reject(attributeFailure(error, tried) as Error))
  const megabytes = ((await stat(output)).size / 1e6).toFixed(0)
  say(`[compose] ${relative(cwd, output)}: ${info.plugins.length} plugins, ${megabytes} MB, ${info.digest}`)
  if (process.platform === 'linux') {
    say('[compose] It runs alone; the machine needs glibc, libstdc++ and libatomic.so.1.')
  }
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
