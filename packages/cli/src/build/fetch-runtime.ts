/**
 * Fetches the Node of another platform from the registry, once.
 *
 * The version is that of the pinned Node, and the archive counts only with the integrity of the lock file, so that a
 * registry or a proxy can't put another program into the executables.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BuildFailure } from '@host/inspect'
import { readTarball } from '../archive/read-tarball.ts'
import type { Checkout } from './checkout.ts'
import { readIntegrities } from './lock-file.ts'
import type { Platform } from './platforms.ts'

const patience = 300_000

/** Path of the Node of a platform, as its package has it. @throws BuildFailure when it can't be had */
export async function fetchRuntime(checkout: Checkout, { name, runtime }: Platform): Promise<string> {
  const kept = join(checkout.cache, `node-${process.version}-${name}-whole`)
  if (await stat(kept).catch(() => undefined)) return kept
  await mkdir(checkout.cache, { recursive: true })
  const scratch = await mkdtemp(join(checkout.cache, 'fetch-'))
  try {
    const node = readTarball(await download(checkout, runtime, scratch)).get('bin/node')
    if (node === undefined) throw new BuildFailure([`The package ${runtime} has no bin/node.`])
    const draft = join(scratch, 'node')
    await writeFile(draft, node)
    await chmod(draft, 0o755)
    await rename(draft, kept)
    return kept
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function download({ root }: Checkout, runtime: string, folder: string): Promise<Buffer> {
  const id = `${runtime}@${process.version.slice(1)}`
  const expected = readIntegrities(root).get(id)
  if (expected === undefined) throw new BuildFailure([`The lock file has no ${id}; run pnpm install.`])
  const options = ['--ignore-scripts', '--loglevel=error', '--prefer-offline', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', ['pack', id, ...options], { cwd: root, timeout: patience }).catch(
    (error: unknown) => {
      const reason = String((error as { stderr?: unknown }).stderr ?? error).trim()
      throw new BuildFailure([`${id} could not be fetched from the registry: ${reason}`], { cause: error })
    },
  )
  const archive = await readFile(join(folder, stdout.trim().split('\n').at(-1) ?? ''))
  checkIntegrity(id, archive, expected)
  return archive
}

/** @throws BuildFailure when the bytes of a package are not those of the lock file */
export function checkIntegrity(id: string, archive: Uint8Array, expected: string): void {
  const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  if (found === expected) return
  throw new BuildFailure([
    `The registry sent other bytes for ${id} than the lock file names: ${found}, not ${expected}.`,
  ])
}
