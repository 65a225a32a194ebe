import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import { CommandFailure } from '../command-failure.ts'
import { findPluginTest } from './find-plugin-test.ts'

/** The first Node that runs the sources of a plugin as they are written. */
const oldestNode = 26

/**
 * Checks the plugin of a folder, on a Node of its own: an executable can't load sources. The report goes where this
 * process writes to.
 * @throws CommandFailure with a sentence, or without one when the report has said it
 */
export async function runPluginTest(folder: string, { isJson }: { readonly isJson: boolean }): Promise<void> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandFailure([`${folder} is not a folder. Use the folder of a plugin.`], 2)
  }
  const found = findPluginTest(folder)
  if (found === undefined) {
    throw new CommandFailure([
      `Checking ${folder} requires @host/testing, which is not installed. Run npm install in the plugin folder; host plugin new adds the package to vendor/.`,
    ])
  }
  await requireNode(found.node)
  const child = spawn(found.node, [...found.options, found.script, folder, ...(isJson ? ['--json'] : [])], {
    cwd: folder,
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CommandFailure([], code === 2 ? 2 : 1)
}

async function requireNode(node: string): Promise<void> {
  const version = await promisify(execFile)(node, ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
  if (version === undefined) {
    throw new CommandFailure([
      `Checking a plugin requires Node ${oldestNode}, and ${node} can't be run. Install it, or run make setup in a checkout.`,
    ])
  }
  if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < oldestNode) {
    throw new CommandFailure([
      `Checking a plugin requires Node ${oldestNode}, and ${node} is ${version}. Install a newer version.`,
    ])
  }
}
