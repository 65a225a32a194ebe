import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandFailure } from '../command-failure.ts'
import { checkPluginFolder } from './check-plugin-folder.ts'
import type { PluginNode } from './plugin-node.ts'

const patience = 120_000

/**
 * Checks a plugin, then packs its halves into its folder, each a tarball that `host compose` takes.
 * @returns the paths of the tarballs, the server half first
 * @throws CommandFailure with a sentence, or without one when a report has stated it
 */
export async function packPluginFolder(node: PluginNode, folder: string): Promise<readonly string[]> {
  await checkPluginFolder(node, folder, { isJson: false })
  const halves = ['.', ...(existsSync(join(folder, 'web/package.json')) ? ['./web'] : [])]
  try {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', ...halves], {
      cwd: folder,
      env: node.environment,
      timeout: patience,
    })
    const names = stdout.split('\n').filter((line) => line.endsWith('.tgz'))
    return names.map((name) => join(folder, name))
  } catch (error) {
    throw new CommandFailure([reasonOf(error as NodeJS.ErrnoException & { stderr?: string })])
  }
}

function reasonOf({ code, message, stderr = '' }: NodeJS.ErrnoException & { stderr?: string }): string {
  if (code === 'ENOENT') return 'Packing needs npm, which is not on the PATH. Install it, then try again.'
  return `npm pack failed: ${stderr.trim() || message}`
}
