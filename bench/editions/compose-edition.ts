import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ComposeOptions } from './compose-process.ts'

const script = fileURLToPath(new URL('./compose-process.ts', import.meta.url))
const patience = 5 * 60_000

/**
 * Composes an edition in a process of its own.
 * @returns the seconds from the start of the process to its end
 */
export async function composeEdition(options: ComposeOptions): Promise<number> {
  const start = performance.now()
  await promisify(execFile)(process.execPath, ['--conditions=source', script, JSON.stringify(options)], {
    timeout: patience,
  })
  return (performance.now() - start) / 1000
}
