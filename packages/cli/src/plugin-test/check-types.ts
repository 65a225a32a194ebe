import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure } from '../command-failure.ts'
import { findTypeErrors, findTypeScript } from './find-type-errors.ts'
import type { PluginNode } from './plugin-node.ts'
import { writeTypeError } from './read-type-errors.ts'

/**
 * Checks the types of both halves of a plugin, and writes the errors to standard error.
 * @returns whether there are none
 * @throws CommandFailure without TypeScript or `tsconfig.json`, or when the check failed
 */
export async function checkTypes({ path: node, environment: env }: PluginNode, folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'tsconfig.json'))) {
    throw new CommandFailure([`${folder} has no tsconfig.json. Copy the one that host plugin new writes.`])
  }
  const script = findTypeScript(folder)
  if (script === undefined) {
    throw new CommandFailure([`Checking the types of ${folder} requires TypeScript. Run npm install in the folder.`])
  }
  const faults = await findTypeErrors(script, { node, folder, env }).catch((error: Error) => {
    throw new CommandFailure([`The types of ${folder} could not be checked: ${error.message}`])
  })
  for (const fault of faults) process.stderr.write(`${writeTypeError(fault)}\n`)
  return faults.length === 0
}
