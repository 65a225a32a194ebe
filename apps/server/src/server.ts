import { runExecutable, type FileArchive } from '@host/cli'
import { inTree } from './edition.ts'
import { outOfTree } from './plugins.generated.ts'

/**
 * Runs the product as this process.
 * @param archive the files of the executable, which a checkout has not
 * @param how a build that starts it leaves out the watch of the event loop
 */
export function run(archive?: FileArchive, how?: { readonly isUnwatched: boolean }): Promise<never> {
  return runExecutable({ inTree, outOfTree }, archive, how)
}
