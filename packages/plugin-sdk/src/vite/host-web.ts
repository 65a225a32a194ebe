import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, PluginOption, Rolldown, UserConfig } from 'vite'
import { checkComposition, type CheckedComposition } from './composition.ts'
import { chunkGroups } from './chunk-groups.ts'
import { outputProblems } from './check-output.ts'
import { galleryServer } from './gallery-server.ts'
import { readEditions } from './read-editions.ts'
import { readComposed, type Composition } from './web-half.ts'
import { resolveShared } from './shared-packages.ts'
import { sourcesOf, takesSources } from './tailwind-sources.ts'
import { virtualModule, virtualName } from './virtual-plugins.ts'

/** What the build of a host's pages takes. */
export interface HostWebOptions {
  /** The modules that list the in-tree plugins, relative to the root: the web halves, and the server halves for their icons. */
  readonly editions?: readonly string[]
  /** The file that `host compose` wrote; the one that `HOST_COMPOSED` names when left out. */
  readonly composed?: string
}

/**
 * Everything that the pages of a host are built with: React, Tailwind, and the composition of the plugins, checked
 * before the first module is compiled.
 * @example export default defineConfig({ plugins: [hostWeb({ editions: ['src/edition.ts'] })] })
 * @since 1.0.0
 */
export function hostWeb(options: HostWebOptions = {}): PluginOption[] {
  return [compositionPlugin(options), galleryServer(sdkFolder), react(), tailwindcss()]
}

const sdkFolder = join(dirname(fileURLToPath(import.meta.url)), '..')

function compositionPlugin(options: HostWebOptions): Plugin {
  const composed = readComposed(options.composed ?? process.env['HOST_COMPOSED'])
  let root = ''
  let checked: CheckedComposition = { halves: [], pages: new Set(), chunkNames: new Map(), icons: {} }
  return {
    name: 'host-web',
    enforce: 'pre',
    config: () => configOf(() => checked),
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      checked = checkComposition(withInTree(composed, await readEditions(this, root, options.editions ?? [])))
      for (const { graph } of checked.halves) for (const file of graph.modules.keys()) this.addWatchFile(file)
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (source === virtualName) return `\0${virtualName}`
        return resolveShared(this, { source, importer, sdkFolder, halves: checked.halves })
      },
    },
    load: (id) => (id === `\0${virtualName}` ? virtualModule(checked) : undefined),
    transform: {
      order: 'pre',
      handler: (code, id) => (takesSources(id, code) ? `${code}\n${sourcesOf(checked.halves)}` : undefined),
    },
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        const problems = outputProblems(bundle, checked)
        if (problems.length > 0) this.error(problems.join('\n'))
        // index.html holds the import map by now.
        delete bundle['importmap.json']
      },
    },
  }
}

function withInTree(composed: Composition, inTree: Pick<Composition, 'halves' | 'serverEntries'>): Composition {
  return {
    ...composed,
    halves: [...inTree.halves, ...composed.halves],
    serverEntries: [...inTree.serverEntries, ...composed.serverEntries],
  }
}

function configOf(checked: () => CheckedComposition): UserConfig {
  const nameOf = ({ facadeModuleId }: Rolldown.PreRenderedChunk): string =>
    `assets/${checked().chunkNames.get(facadeModuleId ?? '') ?? '[name]'}-[hash].js`
  const groups = chunkGroups(sharedFolders())
  const ours = ['@host/plugin-sdk', '@host/plugin-sdk/shell', '@host/client', '@host/plugin/wire']
  return {
    resolve: { dedupe: ['react', 'react-dom', '@host/plugin-sdk'] },
    optimizeDeps: {
      exclude: ours,
      include: ['react', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
    },
    build: {
      assetsInlineLimit: 0,
      chunkImportMap: true,
      rolldownOptions: { output: { chunkFileNames: nameOf, codeSplitting: { groups } } },
    },
  }
}

/** The folders of the SDK, the client and the wire, where they really are. */
function sharedFolders(): string[] {
  const modules = join(sdkFolder, '..', 'node_modules', '@host')
  return [realpathSync(sdkFolder), ...['client', 'plugin'].map((name) => realpathSync(join(modules, name)))].map(
    (folder) => folder + sep,
  )
}
