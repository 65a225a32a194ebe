import { runExecutable, type FileArchive } from '@host/cli'
import { inTree } from './edition.ts'
import { outOfTree } from './plugins.generated.ts'

/**
 * Runs the product as this process.
 * @param archive the files of the executable, which a checkout has not
 * @param options set by a build, which starts the product without a watch of the event loop
 */
export function run(archive?: FileArchive, options?: { readonly isUnwatched: boolean }): Promise<never> {
  return runExecutable({ inTree, outOfTree }, archive, options)
}
