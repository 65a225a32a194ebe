import { runExecutable, type FileArchive } from '@host/cli'
import { inTree } from './edition.ts'
import { outOfTree } from './plugins.generated.ts'

/** Runs the product as this process. @param archive the files of the executable, which a checkout has not */
export function run(archive?: FileArchive): Promise<never> {
  return runExecutable({ inTree, outOfTree }, archive)
}
