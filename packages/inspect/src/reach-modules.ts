import { rolldown } from 'rolldown'
import { BuildFailure } from './build-failure.ts'
import { bundlerProblems } from './bundler-problems.ts'

/** A module that goes into the executable, as the bundler found it. */
export interface ReachedModule {
  readonly path: string
  readonly text: string
}

const code = /\.[cm]?[jt]sx?$/

/**
 * Every module that an entry reaches, including its dependencies' and without the contract: resolved by the bundler, so
 * that these are the very files that will be built in. The modules nearest to the entry come first.
 * @throws BuildFailure with the bundler's sentence
 */
export async function reachModules(entry: string): Promise<readonly ReachedModule[]> {
  const reached: ReachedModule[] = []
  try {
    const bundle = await rolldown({
      input: entry,
      platform: 'node',
      external: (id) => id.startsWith('@host/'),
      resolve: { conditionNames: ['source', 'node', 'default'] },
      treeshake: false,
      // Missing modules are reported by the build itself, with more details.
      onLog: () => undefined,
      plugins: [
        {
          name: 'host:reach-modules',
          buildEnd() {
            const paths = new Set([entry])
            for (const path of paths) {
              const info = this.getModuleInfo(path)
              if (info === null) continue
              if (info.code !== null && code.test(path)) reached.push({ path, text: info.code })
              for (const next of [...info.importedIds, ...info.dynamicallyImportedIds]) paths.add(next)
            }
          },
        },
      ],
    })
    await bundle.generate({ codeSplitting: false })
    await bundle.close()
  } catch (error) {
    throw new BuildFailure(bundlerProblems(error), { cause: error })
  }
  return reached
}
