import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure } from '../command-failure.ts'
import type { PluginNode } from './plugin-node.ts'
import { requireFolder, runPluginScript } from './run-plugin-script.ts'

/**
 * Runs the tests of a plugin, and the checks of the host where none of the tests does.
 * @throws CommandFailure with a sentence, or without one when the reports have stated it
 */
export async function testPluginFolder(node: PluginNode, folder: string): Promise<void> {
  requireFolder(folder)
  const tested = await runPluginScript(node, folder, { name: 'run-tests', args: [] })
  const checked = hasChecks(folder) ? 0 : await runPluginScript(node, folder, { name: 'plugin-test', args: [folder] })
  if (tested !== 0 || checked !== 0) throw new CommandFailure([])
}

/** Whether a test of the plugin runs the checks. */
function hasChecks(folder: string): boolean {
  return globSync('*.test.*', { cwd: folder }).some((file) =>
    readFileSync(join(folder, file), 'utf8').includes('checkPlugin('),
  )
}
