import { CommandFailure } from '../command-failure.ts'
import { checkTypes } from './check-types.ts'
import type { PluginNode } from './plugin-node.ts'
import { requireFolder, runPluginScript } from './run-plugin-script.ts'

/** How a plugin is checked. */
export interface PluginCheckOptions {
  /** Prints the report of the checks as JSON. */
  readonly isJson: boolean
}

/**
 * Checks a plugin without its tests: the types of both halves, then every rule.
 * @throws CommandFailure with a sentence, or without one when the reports have stated it
 */
export async function checkPluginFolder(
  node: PluginNode,
  folder: string,
  { isJson }: PluginCheckOptions,
): Promise<void> {
  requireFolder(folder)
  const hasTypes = await checkTypes(node, folder)
  const args = [folder, ...(isJson ? ['--json'] : [])]
  const code = await runPluginScript(node, folder, { name: 'plugin-test', args })
  if (code !== 0 || !hasTypes) throw new CommandFailure([], code === 2 ? 2 : 1)
}
