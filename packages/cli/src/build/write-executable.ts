import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Checkout } from './checkout.ts'
import type { Contents } from './digest.ts'
import { fetchRuntime } from './fetch-runtime.ts'
import { packFiles } from './pack-files.ts'
import { isOwn, type Platform } from './platforms.ts'
import { strippedRuntime } from './runtime.ts'
import { signMachO } from './sign-macho.ts'
import { archiveKey } from '../embedded/file-archive.ts'

const run = promisify(execFile)

/** What goes into an executable, and where it is put together. */
export interface ExecutableParts {
  /** The script that Node runs, in the form of CommonJS. */
  readonly main: string
  /** Read at run time with `openArchive` under these keys. */
  readonly assets: Contents
  /** The executable that is written, or replaced in one step, so that a build that fails leaves the old one alone. */
  readonly output: string
  /** A folder of this build alone; the caller removes it. */
  readonly scratch: string
  /** The platform that it is for; this one when left out. */
  readonly platform?: Platform | undefined
}

/**
 * Writes one executable: the pinned Node, its script and its files.
 *
 * `execArgvExtension: 'none'` is a security decision: without it, setting `NODE_OPTIONS` runs code inside the host.
 */
export async function writeExecutable(checkout: Checkout, parts: ExecutableParts): Promise<void> {
  const { output, scratch, platform } = parts
  const draft = `${output}.${process.pid}`
  const config = join(scratch, 'sea.json')
  await writeFile(config, JSON.stringify(await seaConfig(checkout, { ...parts, output: draft })))
  await mkdir(dirname(output), { recursive: true })
  try {
    await run(checkout.node, ['--build-sea', config], { cwd: scratch })
    await sign(draft, platform)
    await chmod(draft, 0o755)
    await rename(draft, output)
  } finally {
    await rm(draft, { force: true })
  }
}

async function sign(draft: string, platform: Platform | undefined): Promise<void> {
  const isForMac = (platform?.name ?? process.platform).startsWith('darwin')
  if (!isForMac) return
  if (process.platform === 'darwin') await run('codesign', ['--sign', '-', draft])
  else await writeFile(draft, signMachO(await readFile(draft), 'host'))
}

async function seaConfig(
  checkout: Checkout,
  { main, assets, output, scratch, platform }: ExecutableParts,
): Promise<object> {
  const [script, archive] = [join(scratch, 'main.cjs'), join(scratch, archiveKey)]
  const isForeign = platform !== undefined && !isOwn(platform)
  await writeFile(script, main)
  await writeFile(archive, packFiles(assets))
  return {
    main: script,
    mainFormat: 'commonjs',
    output,
    executable: isForeign ? await fetchRuntime(checkout, platform) : await strippedRuntime(checkout),
    disableExperimentalSEAWarning: true,
    execArgv: ['--enable-source-maps'],
    execArgvExtension: 'none',
    assets: { [archiveKey]: archive },
  }
}
