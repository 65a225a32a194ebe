import { join } from 'node:path'
import { bundleParts } from './bundle-module.ts'

/** The module that Node runs inside an executable. */
export async function bundleLoader(root: string): Promise<string> {
  const entry = join(root, 'packages/cli/src/embedded/loader.ts')
  const { code } = await bundleParts({ cwd: root, entry, roots: new Map([[root, '']]) })
  return code
}
