import { execFile } from 'node:child_process'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Checkout } from './checkout.ts'
import type { Contents } from './digest.ts'
import { strippedRuntime } from './runtime.ts'

const run = promisify(execFile)

/** What goes into the executable. */
export interface ExecutableParts {
  /** The server, one ES module. */
  readonly main: string
  /** Read at run time with `node:sea` under these keys. */
  readonly assets: Contents
}

/**
 * Writes one executable: the pinned Node, the server and its files. It replaces `output` in one step, so that a build
 * that fails leaves the old executable alone.
 *
 * `execArgvExtension: 'none'` is a security decision: without it whoever sets `NODE_OPTIONS` runs code inside the host.
 * @param scratch an empty folder that the caller removes
 */
export async function writeExecutable(
  checkout: Checkout,
  parts: ExecutableParts,
  output: string,
  scratch: string,
): Promise<void> {
  const draft = `${output}.${process.pid}`
  const config = await writeConfig(checkout, parts, draft, scratch)
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

async function writeConfig(
  checkout: Checkout,
  { main, assets }: ExecutableParts,
  output: string,
  scratch: string,
): Promise<string> {
  const [code, config] = [join(scratch, 'server.mjs'), join(scratch, 'sea.json')]
  await writeFile(code, main)
  await writeFile(
    config,
    JSON.stringify({
      main: code,
      mainFormat: 'module',
      output,
      executable: await strippedRuntime(checkout),
      useCodeCache: true,
      disableExperimentalSEAWarning: true,
      execArgv: ['--enable-source-maps'],
      execArgvExtension: 'none',
      assets: await writeAssets(assets, join(scratch, 'assets')),
    }),
  )
  return config
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
