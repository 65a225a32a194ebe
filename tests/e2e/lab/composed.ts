/**
 * The executable of all tests here, composed once in a run: the examples, a plugin as `host plugin new` writes it, and the
 * fixture `gated`, which stays off until a test wants it. `HOST_TEST_EXECUTABLE` names one that is there already, and
 * `HOST_TEST_SHARED` the folder of a run of several suites.
 */
import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { run } from './executable.ts'

export const checkout = resolve(import.meta.dirname, '../../..')

/** Folders of the plugins in the executable that are in the checkout and not in the product. */
export const ownPlugins = ['examples/hello', 'examples/reading-list', 'tests/e2e/fixtures/gated'] as const

const execute = promisify(execFile)

/** Mebibytes for young objects, of which a composition makes many: it collects garbage for 1 s in place of 4. */
export const roomForYoung = '--max-semi-space-size=64'

let composed: Promise<string> | undefined

/** Path of the executable. @throws Error with the composer's output when it failed */
export function composedProduct(): Promise<string> {
  composed ??= compose()
  return composed
}

async function compose(): Promise<string> {
  const given = process.env['HOST_TEST_EXECUTABLE']
  if (given !== undefined) return resolve(given)
  const executable = join(process.env['HOST_TEST_SHARED'] ?? (await temporaryFolder()), 'host')
  if (existsSync(executable)) return executable
  const scaffold = await writePlugin(await temporaryFolder(), 'field-notes')
  await composeInto(executable, halvesOf([...ownPlugins, scaffold]))
  return executable
}

/** Both halves of the CRM of the examples and of its report, as `HOST_PLUGINS` names them. */
export const crmHalves = halvesOf(['examples/crm', 'examples/crm-report'])

/**
 * Where a run of several suites keeps an executable with the CRM. The test of tarballs leaves one there, since a
 * composition takes half a minute of the processors.
 */
export function keptCrm(): string | undefined {
  const folder = process.env['HOST_TEST_SHARED']
  return folder === undefined ? undefined : join(folder, 'crm')
}

/** Path of an executable with the CRM. @throws Error with the composer's output when it failed */
export async function composedCrm(): Promise<string> {
  const kept = keptCrm()
  if (kept !== undefined && existsSync(kept)) return kept
  const executable = kept ?? join(await temporaryFolder(), 'host')
  await composeInto(executable, crmHalves)
  return executable
}

/** A folder that lasts as long as this process. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'host-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Has the product itself write a new plugin. */
async function writePlugin(folder: string, name: string): Promise<string> {
  const plain = join(checkout, 'bin/host')
  if (!existsSync(plain)) await composeInto(plain, [])
  const { code, output } = await run(plain, ['plugin', 'new', name], folder)
  if (code !== 0) throw new Error(output)
  return join(folder, name)
}

interface Halves {
  readonly server: string
  readonly npm: string
}

function halvesOf(folders: readonly string[]): readonly Halves[] {
  return folders.map((folder) => ({ server: resolve(checkout, folder), npm: resolve(checkout, folder, 'web') }))
}

async function composeInto(output: string, halves: readonly Halves[]): Promise<void> {
  const script = join(checkout, 'packages/cli/src/compose/main.ts')
  const env = { ...process.env, HOST_PLUGINS: JSON.stringify(halves) }
  await execute(process.execPath, [roomForYoung, '--conditions=source', script, output], { cwd: checkout, env })
}
