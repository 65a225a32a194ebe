import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A plugin's web half in this build, and where its server half begins. */
export interface WebHalf {
  /** The plugin's name; that of the folder for an in-tree plugin. */
  readonly name: string
  /** The package's folder. */
  readonly dir: string
  /** The module that defines the web half, an absolute path. */
  readonly entry: string
  /** Composed from outside the tree: its packages are checked, and it is imported by path. */
  readonly isComposed: boolean
}

/** The plugins of a build. */
export interface Composition {
  readonly halves: readonly WebHalf[]
  /** Where the server halves begin, for the icons that their menus name. */
  readonly serverEntries: readonly { readonly name: string; readonly entry: string }[]
  readonly problems: readonly string[]
}

const pluginName = /^[a-z][a-z0-9-]{1,30}$/

/** The plugins of the file that `HOST_COMPOSED` names; none when it names no file. */
export function readComposed(file: string | undefined): Composition {
  const none: Composition = { halves: [], serverEntries: [], problems: [] }
  if (file === undefined || file === '') return none
  const refuse = (why: string): Composition => ({
    ...none,
    problems: [`HOST_COMPOSED ${JSON.stringify(file)} ${why}.`],
  })
  let list: unknown
  try {
    list = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return refuse(`can not be read: ${(error as Error).message}`)
  }
  if (!Array.isArray(list)) return refuse('holds no list; host compose writes it')
  const problems: string[] = []
  const entries = list.flatMap((one: unknown) => {
    const plugin = readEntry(one)
    if (plugin === undefined) problems.push(noPlugin(one))
    return plugin ?? []
  })
  return {
    halves: entries.flatMap(({ name, web }) => (web === undefined ? [] : [{ name, ...web, isComposed: true }])),
    serverEntries: entries.flatMap(({ name, server }) => (server === undefined ? [] : [{ name, entry: server.entry }])),
    problems,
  }
}

function noPlugin(value: unknown): string {
  return `HOST_COMPOSED holds ${JSON.stringify(value)}, which is no plugin; host compose writes {name, server, web}.`
}

interface Place {
  readonly dir: string
  readonly entry: string
}

/** Names go into file names and paths into code, so nothing but a plugin's name and files that exist pass. */
function readEntry(value: unknown): { name: string; web: Place | undefined; server: Place | undefined } | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !pluginName.test(value['name'])) return undefined
  const [web, server] = [readPlace(value['web']), readPlace(value['server'])]
  return web === undefined && value['web'] !== undefined ? undefined : { name: value['name'], web, server }
}

function readPlace(value: unknown): Place | undefined {
  if (!isRecord(value) || typeof value['dir'] !== 'string' || typeof value['entry'] !== 'string') return undefined
  const { dir } = value
  const entry = join(value['entry'].startsWith(dir) ? '' : dir, value['entry'])
  return existsSync(entry) ? { dir, entry } : undefined
}

/** An in-tree plugin, from the module that an edition imports. */
export function inTreeHalf(entry: string): WebHalf {
  const dir = packageFolder(entry)
  return { name: dir.split('/').at(-1) ?? '', dir, entry, isComposed: false }
}

function packageFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : packageFolder(folder)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
