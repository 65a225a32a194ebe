import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quote } from '@host/inspect'

const ofWorkspace = /^(catalog|workspace):/

/**
 * Replaces ranges that only a workspace understands (`catalog:`, `workspace:`) in the copy of a folder by the version
 * that is installed in the folder itself, as its packer would.
 * @throws SyntaxError when it is not installed there
 */
export async function settleRanges(text: string, folder: string, copy: string): Promise<void> {
  const path = join(copy, 'package.json')
  const manifest = await readJson(path)
  if (manifest === undefined) return
  for (const group of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
    const ranges = (manifest[group] ?? {}) as Record<string, unknown>
    for (const [name, range] of Object.entries(ranges)) {
      if (typeof range === 'string' && ofWorkspace.test(range)) {
        ranges[name] = await settle(text, folder, { name, range })
      }
    }
  }
  await writeFile(path, JSON.stringify(manifest))
}

async function settle(text: string, folder: string, { name, range }: { name: string; range: string }): Promise<string> {
  const installed = await readJson(join(folder, 'node_modules', name, 'package.json'))
  const version = installed?.['version']
  if (typeof version !== 'string') {
    throw new SyntaxError(
      `${quote(text)} requires ${name} with ${quote(range)}, which only works in its own workspace: install it there, or use a range such as "^1.0.0"`,
    )
  }
  return /[\^~]$/.test(range) ? `${range.at(-1)}${version}` : version
}

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  } catch {
    return undefined
  }
}
