/**
 * `host dev` in the folder of a plugin outside of any checkout: a copy of the example with the packages that an author
 * installs, where the contract packages fail when they are loaded. The product runs from this checkout.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { checkout } from './composed.ts'

const patience = 60_000
const hello = join(checkout, 'examples/hello')
/** Only starts the development of the checkout, which runs from its sources. */
const product = await bundledProgram(join(checkout, 'apps/server/src/main.ts'))

/** A running `host dev`. */
export interface PluginDevelopment {
  readonly pid: number
  /** Where the pages are, once it has said so. */
  readonly url: () => string
  readonly output: () => string
  /** Waits until it serves. @throws Error with its output when it ends before */
  readonly ready: () => Promise<string>
  /** Waits until it has said something. @throws Error with its output when it does not */
  readonly says: (text: string) => Promise<void>
  /** Waits for its end. @returns the exit code */
  readonly ended: () => Promise<number | null>
  /** Ends it, and waits for no other process. @returns the exit code */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Copies the example to a folder of its own. */
export async function copyPlugin(): Promise<string> {
  const folder = join(await realpath(await mkdtemp(join(tmpdir(), 'host-author-'))), 'hello')
  const filter = (path: string): boolean => !/^(?:node_modules|\.host)$/.test(basename(path))
  await cp(hello, folder, { recursive: true, filter })
  for (const half of ['.', 'web']) await mkdir(join(folder, half, 'node_modules/@host'), { recursive: true })
  await symlink(await realpath(join(hello, 'node_modules/zod')), join(folder, 'node_modules/zod'))
  await symlink(await realpath(join(hello, 'web/node_modules/react')), join(folder, 'web/node_modules/react'))
  await symlink(folder, join(folder, 'web/node_modules/host-plugin-hello'))
  for (const name of ['plugin', 'plugin-sdk', 'client']) await plantForeign(folder, name)
  return folder
}

/** Has the types of one file of a copy checked, with an installed TypeScript. */
export async function checkTypesOf(folder: string, file: string): Promise<void> {
  await symlink(await realpath(join(checkout, 'node_modules/typescript')), join(folder, 'node_modules/typescript'))
  const options = { types: [], strict: true, noEmit: true, skipLibCheck: true }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }))
  await writeFile(join(folder, file), 'export const count: number = 1\n')
}

/** Another copy of a contract package. */
async function plantForeign(folder: string, name: string): Promise<void> {
  const target = join(folder, 'node_modules/@host', name)
  const exports = Object.fromEntries(['.', './wire', './safehttp', './shell'].map((path) => [path, './index.js']))
  await mkdir(target)
  await writeFile(join(target, 'package.json'), JSON.stringify({ name: `@host/${name}`, type: 'module', exports }))
  await writeFile(join(target, 'index.js'), "throw new Error('another copy of the contract')\n")
}

/** Removes a copy. */
export function removePlugin(folder: string): Promise<void> {
  return rm(join(folder, '..'), { recursive: true, force: true })
}

/** Replaces text in a file. */
export async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await writeFile(file, text.replace(from, to))
}

/** Runs `host dev`. */
export function runDev(
  cwd: string,
  { args = ['--checkout', checkout], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): PluginDevelopment {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [product, 'dev', ...args], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, HOME: cwd, HOST_RATE_SIGN_IN: '0', HOST_OVERLOAD_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (written += text))
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const said = async (isThere: () => boolean): Promise<void> => {
    const until = Date.now() + patience
    while (!isThere()) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`It does not say so:\n${written}`)
      await sleep(50)
    }
  }
  const url = (): string => /running at (http:\S+)/.exec(written)?.[1] ?? ''
  return {
    pid: child.pid ?? 0,
    url,
    output: () => written,
    ended: () => closed,
    says: (text) => said(() => written.includes(text)),
    async ready() {
      await said(() => written.includes('[dev] Server ready') && url() !== '')
      return url()
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}
