import { join } from 'node:path'
import { bundleModules } from './bundle-module.ts'

const name = 'loader.cjs'

/** The script that Node runs inside an executable. */
export async function bundleLoader(root: string): Promise<string> {
  const entry = join(root, 'packages/cli/src/embedded/loader.ts')
  const modules = await bundleModules(name, { cwd: root, entry, roots: new Map([[root, '']]) })
  const loader = modules.get(name)
  if (loader === undefined) throw new Error('The bundler wrote no loader.')
  return loader.code
}
