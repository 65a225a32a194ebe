import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchForWorkspaceRoot, type Plugin, type PluginOption, type Rolldown, type UserConfig } from 'vite'
import { checkComposition, readComposition, type CheckedComposition, type ReadComposition } from './composition.ts'
import { isDictionary } from './changed-dictionary.ts'
import { chunkGroups } from './chunk-groups.ts'
import { outputProblems } from './check-output.ts'
import { createFaultBoard, type FaultBoard } from './fault-board.ts'
import { followComposition } from './follow-composition.ts'
import { galleryServer } from './gallery-server.ts'
import { withEntry } from './inline-entry.ts'
import { createModuleReader } from './module-reader.ts'
import { pageDefinitions } from './page-definitions.ts'
import { withOpeningFrame } from './opening-frame.ts'
import { publicModule, publicModuleName, publicPageList } from './public-pages.ts'
import { readEditions, readReplaced, type Resolver } from './read-editions.ts'
import { readComposed, type Composition } from './web-half.ts'
import { resolveShared } from './shared-packages.ts'
import { startAhead, withStart, type ShellStarts } from './start-ahead.ts'
import { sourcesOf, takesSources } from './tailwind-sources.ts'
import { virtualModule, virtualName } from './virtual-plugins.ts'

/** Options of `hostWeb`. */
export interface HostWebOptions {
  /** The modules that list the in-tree plugins, relative to the root: the web halves, and the server halves for their icons. */
  readonly editions?: readonly string[]
  /** The file that `host compose` wrote; the one that `HOST_COMPOSED` names when left out. */
  readonly composed?: string
  /**
   * Modules and calls each shell starts with, by the first segment of its addresses; module paths are relative to the
   * root.
   */
  readonly starts?: ShellStarts
}

/**
 * Everything that the pages of a host are built with: React, Tailwind, and the composition of the plugins, checked
 * before the first module is compiled.
 * @example export default defineConfig({ plugins: [hostWeb({ editions: ['src/edition.ts'] })] })
 * @since 1.0.0
 */
export function hostWeb(options: HostWebOptions = {}): PluginOption[] {
  return [compositionPlugin(options), definitionsPlugin(), galleryServer(sdkFolder), react(), tailwindcss()]
}

const sdkFolder = join(dirname(fileURLToPath(import.meta.url)), '..')

/** API of the Vite plugin, for code that controls a development server. */
export interface HostWebApi {
  /** Shows external errors in the pages until they are fixed. Undefined in a build. */
  readonly faults: () => FaultBoard | undefined
}

function compositionPlugin(options: HostWebOptions): Plugin<HostWebApi> {
  const composed = readComposed(options.composed ?? process.env['HOST_COMPOSED'])
  const [editions, replaced] = [options.editions ?? [], readReplaced(process.env['HOST_EDITIONS'])]
  const readModule = createModuleReader()
  let [root, isServing] = ['', false]
  let faults: FaultBoard | undefined
  let checked: CheckedComposition = { halves: [], pages: new Set(), chunkNames: new Map(), icons: {} }
  const written = async (resolver: Resolver): Promise<Composition> =>
    withInTree(composed, await readEditions(resolver, root, { modules: editions, replaced }))
  const readAgain = async (resolver: Resolver): Promise<ReadComposition> => {
    const read = readComposition(await written(resolver), readModule)
    checked = read.composition
    return read
  }
  return {
    name: 'host-web',
    enforce: 'pre',
    api: { faults: () => faults },
    config: ({ root: folder = process.cwd() }) =>
      configOf(() => checked, [searchForWorkspaceRoot(folder), ...foldersOf(composed)]),
    configResolved(config) {
      root = config.root
      isServing = config.command === 'serve'
    },
    configureServer(server) {
      faults = createFaultBoard(server)
      const { pluginContainer } = server.environments.client
      const read = () => readAgain({ resolve: (specifier, importer) => pluginContainer.resolveId(specifier, importer) })
      const places = { editions: editions.map((file) => join(root, file)), watched: ownFolders(root) }
      followComposition(server, { faults, ...places, current: () => checked, read })
    },
    async buildStart() {
      if (isServing) await readAgain(this).catch(() => undefined)
      else checked = checkComposition(await written(this), readModule)
      for (const { graph } of checked.halves) for (const file of graph.modules.keys()) this.addWatchFile(file)
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (source === virtualName || source === publicModuleName) return `\0${source}`
        return resolveShared(this, { source, importer, sdkFolder, halves: checked.halves })
      },
    },
    hotUpdate: ({ type, file }) => (type === 'update' && isDictionary(checked, file) ? appliedByPage : undefined),
    load: (id) => replaced.get(id) ?? virtualCode(id, checked),
    transform: {
      order: 'pre',
      handler: (code, id) => (takesSources(id, code) ? `${code}\n${sourcesOf(checked.halves)}` : undefined),
    },
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        const problems = outputProblems(bundle, checked)
        if (problems.length > 0) this.error(problems.join('\n'))
        this.emitFile({ type: 'asset', fileName: 'public-pages.json', source: publicPageList(checked) })
        finishPage(bundle, startAhead(inRoot(options.starts ?? {}, root), bundle, checked))
      },
    },
  }
}

/** The page applies changed texts itself; a reload would discard the user's input. */
const appliedByPage: [] = []

function virtualCode(id: string, checked: CheckedComposition): string | undefined {
  if (id === `\0${publicModuleName}`) return publicModule(checked)
  return id === `\0${virtualName}` ? virtualModule(checked) : undefined
}

/** Strips the texts of definitions that only the server needs. */
function definitionsPlugin(): Plugin {
  return {
    name: 'host-web-definitions',
    enforce: 'pre',
    apply: 'build',
    transform: { filter: { id: /\.[cm]?[jt]sx?$/ }, handler: (code, id) => pageDefinitions(id, code) },
  }
}

/** By now index.html holds the import map. */
function finishPage(bundle: Rolldown.OutputBundle, script: string): void {
  delete bundle['importmap.json']
  const page = bundle['index.html']
  if (page?.type === 'asset') {
    page.source = withOpeningFrame(withStart(withEntry(String(page.source), bundle), script))
  }
}

function inRoot(starts: ShellStarts, root: string): ShellStarts {
  return Object.fromEntries(
    Object.entries(starts).map(([segment, { modules, calls }]) => [
      segment,
      { calls, modules: modules.map((file) => join(root, file)) },
    ]),
  )
}

function withInTree(composed: Composition, inTree: Pick<Composition, 'halves' | 'serverEntries'>): Composition {
  return {
    ...composed,
    halves: [...inTree.halves, ...composed.halves],
    serverEntries: [...inTree.serverEntries, ...composed.serverEntries],
  }
}

/** The sources that every page stands on, followed as folders: a file that is new there is seen as well. */
function ownFolders(root: string): readonly string[] {
  const packages = join(root, '../../packages')
  const besides = ['shell', 'platform-api'].map((name) => join(packages, name, 'src'))
  return [realpathSync(sdkFolder), join(root, 'src'), ...besides].filter((folder) => existsSync(folder))
}

function foldersOf({ halves }: Composition): readonly string[] {
  return halves.map(({ dir }) => dir)
}

function configOf(checked: () => CheckedComposition, served: readonly string[]): UserConfig {
  const nameOf = ({ facadeModuleId }: Rolldown.PreRenderedChunk): string =>
    `assets/${checked().chunkNames.get(facadeModuleId ?? '') ?? '[name]'}-[hash].js`
  const groups = chunkGroups(sharedFolders())
  const ours = ['@host/plugin-sdk', '@host/plugin-sdk/shell', '@host/client', '@host/plugin/wire', '@host/plugin/zod']
  return {
    resolve: { dedupe: ['react', 'react-dom', '@host/plugin-sdk'] },
    optimizeDeps: {
      // The SDK's dependencies are discovered before the first page requests them; discovering one later reloads the
      // page.
      entries: ['index.html', 'public.html', join(realpathSync(sdkFolder), '{index,shell}.ts')],
      exclude: ours,
      include: ['react', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
    },
    server: { fs: { allow: [...served] } },
    build: {
      assetsInlineLimit: 0,
      chunkImportMap: true,
      rolldownOptions: { output: { chunkFileNames: nameOf, codeSplitting: { groups } } },
    },
  }
}

/** The folders of the SDK and of the packages that it stands on, where they really are. */
function sharedFolders(): string[] {
  const modules = join(sdkFolder, '..', 'node_modules', '@host')
  return [
    realpathSync(sdkFolder),
    ...['client', 'platform-api', 'plugin'].map((name) => realpathSync(join(modules, name))),
  ].map((folder) => folder + sep)
}
