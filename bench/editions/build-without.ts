import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleModule } from '../../packages/cli/src/build/bundle-module.ts'
import { bundleWorkers } from '../../packages/cli/src/build/bundle-workers.ts'
import { openCheckout } from '../../packages/cli/src/build/checkout.ts'
import { inTreePlugins } from '../../packages/cli/src/build/in-tree-plugins.ts'
import { writeExecutable } from '../../packages/cli/src/build/write-executable.ts'

/** An executable of some of the in-tree plugins. */
export interface PartialEdition {
  /** Names of the in-tree plugins that are left out. */
  readonly without: readonly string[]
  readonly output: string
  /** A folder that this build creates and alone uses. */
  readonly scratch: string
}

/**
 * Builds the product without some of its plugins, and without web files: what a plugin's web half costs is paid in the
 * browser. It has no build information either, so `host version` has nothing to print.
 */
export async function buildWithout({ without, output, scratch }: PartialEdition): Promise<void> {
  const checkout = openCheckout()
  const { root, version } = checkout
  const sources = join(root, 'apps/server/src')
  const edition = join(sources, 'edition.ts')
  const [workers, plugins, main] = await Promise.all([
    bundleWorkers(root),
    inTreePlugins(root),
    bundleModule({
      cwd: root,
      entry: join(sources, 'main.ts'),
      roots: new Map([[root, '']]),
      replaced: new Map([[edition, leaveOut(await readFile(edition, 'utf8'), without)]]),
    }),
  ])
  const pages = plugins.flatMap(({ name, help }) =>
    [...help].map(([file, page]): [string, Buffer] => [`docs/${name}/${file}`, page]),
  )
  const build = JSON.stringify({ version, node: process.version, digest: 'bench', plugins: [] })
  await mkdir(scratch, { recursive: true })
  const assets = new Map<string, string | Buffer>([...workers, ...pages, ['build.json', build]])
  await writeExecutable(checkout, { main, assets, output, scratch })
}

/** @throws RangeError for a plugin that the edition does not have */
function leaveOut(edition: string, names: readonly string[]): string {
  const lines = edition.split('\n')
  for (const name of names) {
    const local = lines.find((line) => line.endsWith(` from '@host/${name}/server'`))?.split(' ')[4]
    if (local === undefined) throw new RangeError(`The edition has no plugin ${name}.`)
    const kept = lines.filter((line) => !line.includes(`'@host/${name}/server'`) && !line.includes(`plugin: ${local},`))
    lines.splice(0, lines.length, ...kept)
  }
  return lines.join('\n')
}
