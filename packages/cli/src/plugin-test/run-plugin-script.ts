import { statSync } from 'node:fs'
import { CommandFailure } from '../command-failure.ts'
import { findPluginScript, type PluginScript } from './find-plugin-script.ts'
import type { PluginNode } from './plugin-node.ts'

/** A script of `@host/testing`, and its arguments. */
export interface PluginScriptCall {
  readonly name: PluginScript
  readonly args: readonly string[]
}

/**
 * Runs a script of the `@host/testing` that belongs to the plugin of a folder. Its report goes where this process writes.
 * @returns the exit code of the script
 * @throws CommandFailure with a sentence where it is not installed
 */
export async function runPluginScript(node: PluginNode, folder: string, call: PluginScriptCall): Promise<number> {
  const found = findPluginScript(folder, call.name)
  if (found === undefined) {
    throw new CommandFailure([
      `Checking ${folder} requires @host/testing, which is not installed. Run npm install in the plugin folder; host plugin new adds the package to vendor/.`,
    ])
  }
  return node.run([...found.options, found.script, ...call.args], folder)
}

/** @throws CommandFailure for what is not a folder */
export function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  throw new CommandFailure([`${folder} is not a folder. Use the folder of a plugin.`], 2)
}
