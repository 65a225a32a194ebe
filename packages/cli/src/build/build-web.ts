import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OutputBundle, Plugin } from 'rolldown'
import { BuildFailure, bundlerProblems } from '@host/inspect'
import { modulesOf, type ContainedModules } from '../bill/contained-modules.ts'
import type { ComposedPlugin } from './composed-plugin.ts'
import { editionsWithout } from './editions.ts'
import { readFolder } from './digest.ts'
import { importVite } from './import-vite.ts'

/** Sources of a web distribution. */
export interface WebSources {
  readonly root: string
  readonly plugins: readonly ComposedPlugin[]
  /** Names of in-tree plugins to leave out. */
  readonly without: readonly string[]
  /** The folder of the plugins' copies, which the build writes into. */
  readonly work: string
  /** Takes note of the modules that are in it. */
  readonly modules: ContainedModules
}

/**
 * Builds the web distribution. The SDK's Vite plugin reads the web halves from the file that `HOST_COMPOSED` names.
 * @returns contents by path, as they are served
 * @throws BuildFailure with the sentence of what stopped it
 */
export async function buildWeb({ root, plugins, without, work, modules }: WebSources): Promise<Map<string, Buffer>> {
  const app = join(root, 'apps/web')
  const list = join(work, 'composed.json')
  await writeFile(
    list,
    JSON.stringify(plugins.map(({ name, server, web }) => ({ name, server, ...(web === undefined ? {} : { web }) }))),
  )
  const editions = join(work, 'editions.json')
  await writeFile(editions, JSON.stringify(Object.fromEntries(editionsWithout(root, without))))
  const outDir = join(work, 'web')
  const restore = setEnvironment({ HOST_COMPOSED: list, HOST_EDITIONS: editions, NODE_ENV: 'production' })
  try {
    const { build } = await importVite(app)
    await build({
      root: app,
      configLoader: 'native',
      logLevel: 'silent',
      plugins: [noteModules(modules, app)],
      build: { outDir, emptyOutDir: true },
    })
  } catch (error) {
    throw new BuildFailure(bundlerProblems(error), { cause: error })
  } finally {
    restore()
  }
  return readFolder(outDir)
}

/** Code is in chunks. A file, such as a font, is there as it was, under the name of its source. */
function noteModules(modules: ContainedModules, app: string): Plugin {
  return {
    name: 'host:note-modules',
    generateBundle(_options, bundle: OutputBundle) {
      for (const part of Object.values(bundle)) {
        const ids = part.type === 'chunk' ? modulesOf(part) : part.originalFileNames.map((name) => resolve(app, name))
        modules.add('web', ids)
      }
    },
  }
}

// Vite reads the environment; what the caller's says must not change what is built.
function setEnvironment(values: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, values)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  }
}
