import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildInfo } from '../../embedded/build-info.ts'
import { bundleModule } from '../bundle-module.ts'
import { bundleProgram } from '../bundle-server.ts'
import { bundleWorkers } from '../bundle-workers.ts'
import { openCheckout } from '../checkout.ts'
import { packFiles } from '../pack-files.ts'
import { compileProgram, packProgram } from '../pack-program.ts'

/**
 * A server as an executable holds it, to be run by Node: `node <program> <archive> [words]`.
 * @param script exports `run`, which is given the archive
 * @returns both paths, in the folder
 */
export async function packedProgram(
  script: string,
  folder: string,
): Promise<readonly [program: string, archive: string]> {
  const checkout = openCheckout()
  const { root, version } = checkout
  const roots = new Map([[root, '']])
  const [program, archive, scratch] = [join(folder, 'program.mjs'), join(folder, 'archive'), join(folder, 'scratch')]
  await mkdir(scratch, { recursive: true })
  const runner = join(import.meta.dirname, 'run-archive.ts')
  await writeFile(program, await bundleModule({ cwd: root, entry: runner, roots }))
  const build: BuildInfo = { version, node: process.version, digest: 'unbuilt', plugins: [] }
  const files = new Map<string, string | Buffer>([
    ...(await packProgram(await bundleProgram({ cwd: root, entry: script, roots }), checkout.results)),
    ...(await bundleWorkers(root)),
    ['build.json', JSON.stringify(build)],
  ])
  const compiled = await compileProgram(checkout, files, scratch)
  await writeFile(archive, packFiles(new Map([...files, ...compiled])))
  return [program, archive]
}
