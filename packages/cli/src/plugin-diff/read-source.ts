/** Reads a version of a plugin, from where its author or operator has it. */
import { statSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { PluginSurface } from '@host/host'
import { readTarball } from '../archive/read-tarball.ts'
import { CommandFailure } from '../command-failure.ts'
import { findPluginScript } from '../plugin-test/find-plugin-script.ts'
import type { PluginNode } from '../plugin-test/plugin-node.ts'
import { describeExecutable } from './describe-executable.ts'
import { mostSurfaceText, printedSurfaces } from './printed-surfaces.ts'

/** Where sources are read. */
export interface SourceReader {
  readonly node: PluginNode
  /** Where relative paths begin. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the packages of the plugin may be, for a source without its own: folders, or files in them; tried in order. */
  readonly homes: readonly string[]
  readonly signal: AbortSignal
}

/**
 * The plugins of a source: one of a folder or a tarball, all of an executable.
 * @throws CommandFailure with the reason why it can't be read
 */
export async function readSource(written: string, reader: SourceReader): Promise<readonly PluginSurface[]> {
  const path = resolve(reader.cwd, written)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) {
    throw new CommandFailure([`"${written}" does not exist. Use a folder, a tarball or an executable.`], 2)
  }
  if (found.isDirectory()) return await describeFolder(path, written, reader)
  if (/\.(?:tgz|tar\.gz)$/.test(path)) return await describeTarball(path, written, reader)
  return await describeExecutable({ path, cwd: reader.cwd, env: reader.env, signal: reader.signal })
}

async function describeFolder(folder: string, written: string, reader: SourceReader) {
  const home = [folder, ...reader.homes]
    .map(nearestFolder)
    .find((place) => findPluginScript(place, 'plugin-test') !== undefined)
  const found = home === undefined ? undefined : findPluginScript(home, 'plugin-test')
  if (home === undefined || found === undefined) {
    throw new CommandFailure([
      `Comparing "${written}" requires @host/testing, which is not installed. Run npm install in the plugin folder, and run this command there.`,
    ])
  }
  const { options, script } = found
  const args = [...options, script, folder, '--surface', ...(home === folder ? [] : ['--home', home])]
  const { code, output } = await reader.node.read(args, { cwd: home, most: mostSurfaceText, signal: reader.signal })
  if (code !== 0) throw new CommandFailure([`"${written}" can't be compared, see above.`], 1)
  return printedSurfaces(output, written)
}

/** The folder of a tarball may have the packages that its plugin needs. */
function nearestFolder(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path)
}

async function describeTarball(path: string, written: string, reader: SourceReader) {
  let files: ReadonlyMap<string, Buffer>
  try {
    files = readTarball(await readFile(path))
  } catch (error) {
    throw new CommandFailure([`"${written}" ${(error as Error).message}. Pack it again with npm pack.`], 2)
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-diff-'))
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true })
    await writeFile(join(folder.path, name), content)
  }
  return await describeFolder(folder.path, written, reader)
}
