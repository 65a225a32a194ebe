import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BuildFailure, findPlatformImports, type Half, quote, readHalf } from '@host/inspect'
import type { Entry, Source } from '../compose/entry.ts'
import { parsePlugins } from '../compose/parse-plugins.ts'
import { sentence } from '../compose/problem.ts'
import type { ProcessFault } from './read-fault.ts'

/** The plugins of `HOST_PLUGINS` where their author writes them. */
export interface OutOfTree {
  /** Their folders, which are followed. */
  readonly folders: readonly string[]
  /** The module that the server loads in place of the empty list of the checkout. */
  readonly generated: string
  /** Where each of them lies, by its name. */
  readonly homes: Readonly<Record<string, string>>
  /** The module that the build of the pages reads. */
  readonly composed: string
  /** Why they would not be composed as they are written now, although the server runs. */
  readonly refusal: () => ProcessFault | undefined
  readonly remove: () => Promise<void>
}

/**
 * Reads `HOST_PLUGINS` for development: its folders, in place and never copied.
 * @throws BuildFailure with every problem
 */
export async function openOutOfTree(text: string | undefined, cwd: string): Promise<OutOfTree> {
  const { entries, problems } = parsePlugins(text)
  if (problems.length > 0) throw new BuildFailure(problems)
  const plugins = entries.map((entry) => readPlugin(entry, cwd))
  const failures = plugins.flatMap((plugin) => ('problem' in plugin ? plugin.problem : []))
  if (failures.length > 0) throw new BuildFailure(failures)
  return writeLists(plugins.filter((plugin) => 'server' in plugin))
}

interface FollowedPlugin {
  readonly name: string
  readonly server: Half
  readonly web?: Half
}

function readPlugin({ index, server, web }: Entry, cwd: string): FollowedPlugin | { readonly problem: string } {
  try {
    const half = readFolder(server, cwd)
    const webHalf = web === undefined ? undefined : readFolder(web, cwd, half.dir)
    const { name } = half
    const [broken] = half.modules.broken
    if (broken !== undefined) throw new SyntaxError(`is ${quote(server.text)}, where ${broken}`)
    const [refused] = halvesOf({ server: half, web: webHalf }).flatMap(refusalsIn)
    if (refused !== undefined) throw new SyntaxError(refused.message)
    if (name === undefined) {
      throw new SyntaxError(`${quote(server.text)} has no literal name: write the name as a string literal`)
    }
    return { name, server: half, ...(webHalf === undefined ? {} : { web: webHalf }) }
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { problem: sentence(index, (error as Error).message) }
  }
}

function halvesOf({ server, web }: { readonly server: Half; readonly web?: Half | undefined }): readonly Half[] {
  return web === undefined ? [server] : [server, web]
}

function refusalsIn(half: Half): readonly ProcessFault[] {
  return findPlatformImports(half).map(({ file, line, text }) => {
    const message = `${quote(half.text)} ${text}`
    return { message, hint: message, file, line }
  })
}

/** Reads the halves again. One that can't be read is reported by the server, which does not start with it. */
function refusalNow(halves: readonly Half[]): ProcessFault | undefined {
  return halves.flatMap(({ text, dir, home }) => {
    try {
      return refusalsIn(readHalf(text, { dir, home }))
    } catch {
      return []
    }
  })[0]
}

function readFolder(source: Source, cwd: string, home?: string): Half {
  if (source.kind !== 'folder') {
    throw new SyntaxError(
      `names ${quote(source.text)}, which has no editable source: use its folder to develop it, or build it in with make plugin-build`,
    )
  }
  const dir = resolve(cwd, source.path)
  const isInside = home !== undefined && !relative(home, dir).startsWith('..')
  return readHalf(source.text, { dir, home: isInside ? home : dir })
}

async function writeLists(plugins: readonly FollowedPlugin[]): Promise<OutOfTree> {
  const folder = await mkdtemp(join(tmpdir(), 'host-dev-'))
  const [generated, composed] = [join(folder, 'plugins.mjs'), join(folder, 'composed.json')]
  const place = ({ dir, modules }: Half) => ({ dir, entry: modules.entry })
  const lists = plugins.map(({ name, server, web }) => ({
    name,
    server: place(server),
    ...(web === undefined ? {} : { web: place(web) }),
  }))
  await writeFile(composed, JSON.stringify(lists))
  await writeFile(generated, serverList(plugins))
  return {
    folders: [...new Set(plugins.flatMap(({ server, web }) => [server.dir, ...(web === undefined ? [] : [web.dir])]))],
    homes: Object.fromEntries(plugins.map(({ name, server }) => [name, server.dir])),
    generated,
    composed,
    refusal: () => refusalNow(plugins.flatMap(halvesOf)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function serverList(plugins: readonly FollowedPlugin[]): string {
  const imports = plugins.map(
    ({ server }, index) =>
      `import { plugin as plugin${index} } from ${JSON.stringify(pathToFileURL(server.modules.entry).href)}\n`,
  )
  return `${imports.join('')}export const outOfTree = [${plugins.map((_, index) => `plugin${index}`).join(', ')}]\n`
}
