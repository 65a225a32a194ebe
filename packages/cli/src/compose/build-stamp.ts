/**
 * The stamp of a build: a digest of everything that it is made from, beside the executable. A build whose stamp is still
 * right needs no other one. It is computed before a build starts, so that a change during the build counts as a later one.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parsePlugins } from './parse-plugins.ts'

/** Inputs of a build beside the sources. */
export interface StampInput {
  readonly root: string
  /** The text of `HOST_PLUGINS`. */
  readonly text: string | undefined
  /** The text of `HOST_WITHOUT`. */
  readonly without: string | undefined
  /** Where relative paths of the text begin. */
  readonly cwd: string
}

const folders = ['apps', 'packages', 'plugins', 'patches'] as const
const skipped = /^(?:node_modules|dist|\.host)$|\.(?:test|test-d)\.tsx?$/

/** The digest of all inputs; undefined where one of them has no place that can be read, such as an installed package. */
export function stampOf({ root, text = '', without = '', cwd }: StampInput): string | undefined {
  const { entries, problems } = parsePlugins(text)
  const sources = entries.flatMap(({ server, web }) => (web === undefined ? [server] : [server, web]))
  if (problems.length > 0 || sources.some(({ kind }) => kind === 'installed')) return undefined
  const hash = createHash('sha256').update(JSON.stringify([process.version, text, without]))
  const addFile = (path: string): void => {
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  const addFolder = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (skipped.test(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) addFolder(path)
      else if (entry.isFile()) addFile(path)
    }
  }
  for (const folder of folders) addFolder(join(root, folder))
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    if (/\.(?:json|yaml)$/.test(name)) addFile(join(root, name))
  }
  for (const source of sources) {
    if (source.kind !== 'folder' && source.kind !== 'tarball') continue
    const path = resolve(cwd, source.path)
    if (!existsSync(path)) return undefined
    if (source.kind === 'folder') addFolder(path)
    else addFile(path)
  }
  return hash.digest('hex')
}

/** The text of a stamp file: the digest, and which executable it is about. */
export function stampText(stamp: string, executable: string): string {
  const { size, mtimeMs } = statSync(executable)
  return `${stamp} ${size} ${mtimeMs}\n`
}

/** Where the stamp of an executable is. */
export function stampFile(executable: string): string {
  return `${executable}.stamp`
}

/** Whether an executable is there and was built from these inputs. */
export function isFresh(input: StampInput, executable: string): boolean {
  if (!existsSync(executable) || !existsSync(stampFile(executable))) return false
  const stamp = stampOf(input)
  return stamp !== undefined && readFileSync(stampFile(executable), 'utf8') === stampText(stamp, executable)
}
