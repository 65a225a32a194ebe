import { CommandFailure } from '../command-failure.ts'
import type { PluginCheckOptions } from './check-plugin-folder.ts'
import type { PluginNode } from './plugin-node.ts'
import { requireFolder, runPluginScript } from './run-plugin-script.ts'

/**
 * Prints the definitions of a plugin as a host gets them.
 * @throws CommandFailure with a sentence, or without one when the script has stated it
 */
export async function explainPluginFolder(
  node: PluginNode,
  folder: string,
  { isJson }: PluginCheckOptions,
): Promise<void> {
  requireFolder(folder)
  const args = [folder, '--explain', ...(isJson ? ['--json'] : [])]
  const code = await runPluginScript(node, folder, { name: 'plugin-test', args })
  if (code !== 0) throw new CommandFailure([], code === 2 ? 2 : 1)
}
