import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { contractVersion } from '@host/plugin'
import {
  findConnections,
  type Half,
  type Ours,
  platformImportsBelow,
  reachModules,
  readHalf,
  serverProblems,
  webProblems,
} from '@host/inspect'
import type { CheckedFacts, HelpFile, TextsFile, WebFacts } from '../checked-facts.ts'
import { PluginCheckFailure } from '../plugin-report.ts'
import { inspectWeb, type WebInspection } from './inspect-web.ts'
import { locateIn } from './locate.ts'
import { readChecksFile } from './read-checks-file.ts'

/** Facts from a plugin's folder, without running it. */
export type SourceFacts = Omit<CheckedFacts, 'plugin' | 'needed' | 'refusals' | 'live'>

interface Manifest {
  readonly name?: unknown
  readonly exports?: unknown
  readonly version?: unknown
}

/**
 * Reads both halves of a plugin, its help and its texts.
 * @throws PluginCheckFailure with a sentence for a folder that isn't a plugin
 */
export async function readSources(written: string): Promise<SourceFacts> {
  const { folder, isInTree, server } = readServer(written)
  const ours = hostVersions(folder)
  const problems = serverProblems(server, ours)
  const name = server.name ?? server.manifest.name
  return {
    folder,
    name,
    isInTree,
    server,
    problems: isInTree ? { ...problems, range: [], platform: [] } : problems,
    ...(await bundlingOf(server)),
    web: await readWeb({ folder, isInTree, server, ours, name }),
    help: helpFiles(folder),
    checks: readChecksFile(folder),
    locate: locateIn(server, folder),
  }
}

/** The server half of a plugin, read without running it. */
export type ServerFacts = Pick<SourceFacts, 'folder' | 'isInTree' | 'server'>

/**
 * Reads only the server half of a plugin.
 * @throws PluginCheckFailure with a sentence for a folder that isn't a plugin
 */
export function readServer(written: string): ServerFacts {
  const folder = resolve(written)
  const manifest = readManifest(folder)
  const isInTree = Object.hasOwn(Object(manifest.exports) as object, './server')
  return { folder, isInTree, server: half(folder, { dir: folder, subpath: isInTree ? './server' : '.' }) }
}

function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    throw new PluginCheckFailure(`${folder} has no package.json; use the folder of a plugin's server half.`)
  }
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Manifest
  } catch {
    throw new PluginCheckFailure(`${file} is not valid JSON; fix it.`)
  }
}

function half(folder: string, place: { readonly dir: string; readonly subpath: string }): Half {
  try {
    return readHalf(place.dir, { ...place, home: folder })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new PluginCheckFailure(`${place.dir} ${error.message}.`)
  }
}

/** The host's packages, as installed beside the plugin. */
function hostVersions(folder: string): Ours {
  const versionOf = (name: string, fallback: string): string => {
    for (const place of ['web', '.']) {
      const file = join(folder, place, 'node_modules', name, 'package.json')
      if (existsSync(file)) return String((JSON.parse(readFileSync(file, 'utf8')) as Manifest).version)
    }
    return fallback
  }
  return {
    versions: {
      '@host/plugin': contractVersion,
      '@host/plugin-sdk': versionOf('@host/plugin-sdk', contractVersion),
      react: versionOf('react', '19.3.1'),
    },
    inTree: [],
  }
}

/** Dependencies bundled below the plugin's own modules, and bundling problems. */
async function bundlingOf(server: Half): Promise<Pick<SourceFacts, 'connections' | 'platformBelow' | 'unbundled'>> {
  if (server.modules.broken.length > 0) return { connections: [], platformBelow: [], unbundled: [] }
  try {
    const own = `${server.home}/`
    // The plugin's own modules are reported where they are read.
    const isBelow = (path: string): boolean => !path.startsWith(own) || path.slice(own.length).includes('node_modules/')
    const below = (await reachModules(server.modules.entry)).filter(({ path }) => isBelow(path))
    return {
      connections: findConnections(below, server.home),
      platformBelow: platformImportsBelow(below, server.home),
      unbundled: [],
    }
  } catch (error) {
    const { problems } = error as { readonly problems?: readonly string[] }
    if (problems === undefined) throw error
    return { connections: [], platformBelow: [], unbundled: problems }
  }
}

interface WebReading {
  readonly folder: string
  readonly isInTree: boolean
  readonly server: Half
  readonly ours: Ours
  readonly name: string
}

async function readWeb({ folder, isInTree, server, ours, name }: WebReading): Promise<WebFacts | undefined> {
  const place = webPlace(folder, isInTree)
  if (place === undefined) return undefined
  const web = half(folder, place)
  const problems = webProblems(web, server, ours)
  const inspected = await inspectWeb({ name, dir: place.dir, entry: web.modules.entry, isComposed: !isInTree })
  return {
    half: web,
    manifestFile: relative(folder, join(place.dir, 'package.json')),
    problems: isInTree ? { ...problems, range: [], react: [] } : problems,
    inspection: inspected,
    texts: { en: readTexts(folder, inspected, 'en'), zh: readTexts(folder, inspected, 'zh') },
  }
}

function webPlace(folder: string, isInTree: boolean): { readonly dir: string; readonly subpath: string } | undefined {
  if (isInTree) return existsSync(join(folder, 'web/index.ts')) ? { dir: folder, subpath: './web' } : undefined
  const dir = join(folder, 'web')
  return existsSync(join(dir, 'package.json')) ? { dir, subpath: '.' } : undefined
}

function readTexts(folder: string, web: WebInspection | undefined, language: 'en' | 'zh'): TextsFile | undefined {
  const path = web?.texts[language]
  if (path === undefined || !path.endsWith('.json')) return undefined
  try {
    return { file: relative(folder, path), texts: flatten(JSON.parse(readFileSync(path, 'utf8')), '') }
  } catch {
    return undefined
  }
}

function flatten(value: unknown, above: string): Map<string, string> {
  if (typeof value === 'string') return new Map([[above, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(
    Object.entries(value).flatMap(([key, below]) => [...flatten(below, above === '' ? key : `${above}.${key}`)]),
  )
}

function helpFiles(folder: string): readonly HelpFile[] {
  const docs = join(folder, 'docs')
  if (!existsSync(docs)) return []
  const names = readdirSync(docs, { recursive: true }).map(String)
  return names
    .filter((name) => name.endsWith('.mdx'))
    .toSorted()
    .map((name) => {
      const base = name.slice(name.lastIndexOf('/') + 1)
      const language = base.endsWith('.zh.mdx') ? 'zh' : 'en'
      const slug = base.replace(/(?:\.zh)?\.mdx$/, '')
      return { file: `docs/${name}`, slug, language, text: readFileSync(join(docs, name), 'utf8') }
    })
}
