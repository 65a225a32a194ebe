import { join } from 'node:path'
import { bundleModules } from './bundle-module.ts'

const entry = 'loader.cjs'

/** The script that Node runs inside an executable. */
export async function bundleLoader(root: string): Promise<string> {
  const source = join(root, 'packages/cli/src/embedded/loader.ts')
  const { modules } = await bundleModules({ entry }, { cwd: root, entry: source, roots: new Map([[root, '']]) })
  const loader = modules.get(entry)
  if (loader === undefined) throw new Error('The bundler wrote no loader.')
  return loader.code
}
