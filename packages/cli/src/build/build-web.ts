import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BuildFailure } from './build-failure.ts'
import { bundlerProblems } from './bundler-problems.ts'
import type { ComposedPlugin } from './composed-plugin.ts'
import { readFolder } from './digest.ts'
import { importVite } from './import-vite.ts'

/**
 * Builds the web distribution. The SDK's Vite plugin reads the web halves from the file that `HOST_COMPOSED` names.
 * @returns contents by path, as they are served
 * @throws BuildFailure with the sentence of what stopped it
 */
export async function buildWeb(
  root: string,
  plugins: readonly ComposedPlugin[],
  work: string,
): Promise<Map<string, Buffer>> {
  const app = join(root, 'apps/web')
  const list = join(work, 'composed.json')
  await writeFile(
    list,
    JSON.stringify(plugins.map(({ name, server, web }) => ({ name, server, ...(web === undefined ? {} : { web }) }))),
  )
  process.env['HOST_COMPOSED'] = list
  const outDir = join(work, 'web')
  try {
    const { build } = await importVite(app)
    await build({ root: app, configLoader: 'native', logLevel: 'silent', build: { outDir, emptyOutDir: true } })
  } catch (error) {
    throw new BuildFailure(bundlerProblems(error), { cause: error })
  }
  return readFolder(outDir)
}
