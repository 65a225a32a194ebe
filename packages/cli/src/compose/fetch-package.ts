import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { quote } from '@host/inspect'
import { readTarball } from '../archive/read-tarball.ts'
import { copyPackage } from './copy-package.ts'
import type { Source } from './entry.ts'
import { settleRanges } from './settle-ranges.ts'

const registryPatience = 60_000

/**
 * Puts a copy of a source into an empty folder; the original is only read.
 * @param cwd where relative paths begin, and where installed packages are searched first
 * @throws SyntaxError in a sentence that quotes the source
 */
export async function fetchPackage(source: Source, target: string, cwd: string): Promise<void> {
  if (source.kind === 'folder') return copyFolder(source.text, resolve(cwd, source.path), target)
  if (source.kind === 'tarball') return unpack(source.text, resolve(cwd, source.path), target)
  if (source.kind === 'registry') return download(source, target, cwd)
  const folder = findInstalled(source.name, cwd)
  if (folder === undefined) {
    throw new SyntaxError(
      `${quote(source.text)} is not installed here: install it, or use ${quote(`${source.name}@<version>`)}, a tarball, or a folder`,
    )
  }
  return copyPackage(source.text, await realpath(folder), target)
}

async function copyFolder(text: string, folder: string, target: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) {
    throw new SyntaxError(
      `${quote(text)} does not exist: use the path of the plugin's folder, relative to ${quote(process.cwd())}`,
    )
  }
  if (!found.isDirectory()) {
    throw new SyntaxError(`${quote(text)} is not a folder: use the path of a folder, or of a tarball that ends in .tgz`)
  }
  if (!existsSync(join(folder, 'package.json'))) {
    throw new SyntaxError(`${quote(text)} has no package.json: use the folder that contains it`)
  }
  await copyPackage(text, folder, target)
  await settleRanges(text, folder, target)
}

async function unpack(text: string, path: string, target: string): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) {
    throw new SyntaxError(
      `${quote(text)} does not exist: use the path of the tarball, relative to ${quote(process.cwd())}`,
    )
  }
  let files: Map<string, Buffer>
  try {
    files = readTarball(bytes)
  } catch (error) {
    throw new SyntaxError(`${quote(text)} ${(error as Error).message}: pack it again with npm pack`, { cause: error })
  }
  if (!files.has('package.json')) {
    throw new SyntaxError(`${quote(text)} has no package.json: pack it again with npm pack`)
  }
  for (const [name, content] of files) {
    await mkdir(dirname(join(target, name)), { recursive: true })
    await writeFile(join(target, name), content)
  }
}

function findInstalled(name: string, cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (dirname(folder) === folder) return undefined
  }
}

async function download(source: Source & { kind: 'registry' }, target: string, cwd: string): Promise<void> {
  const folder = `${target}.download`
  await mkdir(folder)
  const spec = `${source.name}@${source.version}`
  try {
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', spec, '--ignore-scripts', '--loglevel=error', '--prefer-offline', '--pack-destination', folder],
      { cwd, timeout: registryPatience },
    )
    await unpack(source.text, join(folder, stdout.trim().split('\n').at(-1) ?? ''), target)
  } catch (error) {
    throw error instanceof SyntaxError
      ? error
      : new SyntaxError(refusal(source, String((error as { stderr?: unknown }).stderr)), { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refusal(source: Source & { kind: 'registry' }, output: string): string {
  if (output.includes('ETARGET')) {
    return `${quote(source.text)} has no version ${source.version}: use a version that npm view ${source.name} versions lists`
  }
  if (output.includes('E404')) {
    return `${quote(source.text)} was not found in the registry: use a published package, a tarball, or a folder`
  }
  return `${quote(source.text)} could not be fetched from the registry: check the network, or use a tarball or a folder`
}
