import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkout } from '../build/checkout.ts'
import { demoAddress, demoPassword, demoWorkspaces } from './demo-people.ts'
import type { DevelopedPlugin } from './find-plugin.ts'

/** The plugin to fill, with its source. */
export interface DemoFilling {
  readonly checkout: Pick<Checkout, 'root' | 'node'>
  readonly plugin: Pick<DevelopedPlugin, 'folder'>
  /** Where the product is served. */
  readonly origin: string
  /** Ends it when the development ends. */
  readonly signal: AbortSignal
}

const fileName = 'demo.ts'
const patience = 60_000
const keptOutput = 2_000

/**
 * Lets a plugin's `demo.ts` write into the two new workspaces, through the front door as the owner of each, in a
 * process of its own: its errors are reported, and the product is served all the same.
 * @returns the message for the author; undefined for a plugin without one
 */
export async function fillDemo({ checkout, plugin, origin, signal }: DemoFilling): Promise<string | undefined> {
  const folder = realpathSync(plugin.folder)
  const file = join(folder, fileName)
  if (!existsSync(file)) return undefined
  const preload = ['replace-out-of-tree.ts', 'end-with-parent.ts'].flatMap((each) => [
    '--import',
    join(import.meta.dirname, each),
  ])
  const script = join(checkout.root, 'packages/testing/src/demo/main.ts')
  const owners = demoWorkspaces.map((name) => demoAddress('owner', name))
  const child = spawn(checkout.node, ['--conditions=source', ...preload, script, file, origin, ...owners], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOST_DEV_PASSWORD: demoPassword,
      HOST_DEV_FOLDERS: JSON.stringify([folder]),
    },
    stdio: ['ignore', 'inherit', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-keptOutput)))
  const code = await ended(child)
  if (signal.aborted) return undefined
  if (code === 0) return `${fileName} filled ${demoWorkspaces.join(' and ')}.`
  const reason = code === null ? `It did not finish within ${patience / 1_000} s.` : said.trim()
  return `${fileName} failed. Fix it, then start with --fresh. ${reason}`
}

/** @returns the exit code; null for a killed process, which Node reports as an error as well */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => void child.once('close', resolve).once('error', () => resolve(null)))
}
