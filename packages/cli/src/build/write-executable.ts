import { execFile } from 'node:child_process'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Checkout } from './checkout.ts'
import type { Contents } from './digest.ts'
import { strippedRuntime } from './runtime.ts'

const run = promisify(execFile)

/** What goes into an executable, and where it is put together. */
export interface ExecutableParts {
  /** The server, one ES module. */
  readonly main: string
  /** Read at run time with `node:sea` under these keys. */
  readonly assets: Contents
  /** The executable that is written, or replaced in one step, so that a build that fails leaves the old one alone. */
  readonly output: string
  /** A folder of this build alone; the caller removes it. */
  readonly scratch: string
}

/**
 * Writes one executable: the pinned Node, the server and its files.
 *
 * `execArgvExtension: 'none'` is a security decision: without it, setting `NODE_OPTIONS` runs code inside the host.
 */
export async function writeExecutable(checkout: Checkout, parts: ExecutableParts): Promise<void> {
  const { output, scratch } = parts
  const draft = `${output}.${process.pid}`
  const config = join(scratch, 'sea.json')
  await writeFile(config, JSON.stringify(await seaConfig(checkout, { ...parts, output: draft })))
  await mkdir(dirname(output), { recursive: true })
  try {
    await run(checkout.node, ['--build-sea', config], { cwd: scratch })
    if (process.platform === 'darwin') await run('codesign', ['--sign', '-', draft])
    await chmod(draft, 0o755)
    await rename(draft, output)
  } finally {
    await rm(draft, { force: true })
  }
}

async function seaConfig(checkout: Checkout, { main, assets, output, scratch }: ExecutableParts): Promise<object> {
  const code = join(scratch, 'server.mjs')
  await writeFile(code, main)
  return {
    main: code,
    mainFormat: 'module',
    output,
    executable: await strippedRuntime(checkout),
    useCodeCache: true,
    disableExperimentalSEAWarning: true,
    execArgv: ['--enable-source-maps'],
    execArgvExtension: 'none',
    assets: await writeAssets(assets, join(scratch, 'assets')),
  }
}

async function writeAssets(assets: Contents, folder: string): Promise<Record<string, string>> {
  await mkdir(folder)
  const paths: Record<string, string> = {}
  for (const [index, key] of [...assets.keys()].toSorted().entries()) {
    paths[key] = join(folder, String(index))
    await writeFile(paths[key], assets.get(key) ?? '')
  }
  return paths
}
