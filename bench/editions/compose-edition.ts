import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../../packages/cli/src/compose/main.ts', import.meta.url))
const patience = 5 * 60_000

/**
 * Composes an edition as `make plugin-build` does, but into a file of its own: the checkout's executable stays.
 * @param plugins as `HOST_PLUGINS` has them
 * @returns the seconds from the start of the process to its end
 */
export async function composeEdition(plugins: string, output: string): Promise<number> {
  const env = { ...process.env, HOST_PLUGINS: plugins }
  const start = performance.now()
  await promisify(execFile)(process.execPath, ['--max-semi-space-size=64', '--conditions=source', script, output], {
    env,
    timeout: patience,
  })
  return (performance.now() - start) / 1000
}
