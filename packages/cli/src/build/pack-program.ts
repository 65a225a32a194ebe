import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildFailure } from '@host/inspect'
import type { BundledModules } from './bundle-modules.ts'
import type { Checkout } from './checkout.ts'
import type { Contents } from './digest.ts'
import type { KeptResults } from './kept-results.ts'
import { packFile } from './pack-file.ts'
import { packFiles } from './pack-files.ts'
import { packMap } from './pack-map.ts'
import { mainModule, moduleKeys, orderKey } from '../embedded/module-keys.ts'

/** Milliseconds that a start may take; the trial of the plugins before has the same limit. */
const patience = 60_000

/** Options of Node with which V8 gives equal bytes. It collects no garbage: what it leaves in memory would be in them. */
const sameEachTime = ['--predictable', '--min-semi-space-size=256', '--max-semi-space-size=256']

/** The server's modules as files of an executable, by their keys: texts, source maps, and in which order they start. */
export async function packProgram(
  { modules, order }: BundledModules,
  results: KeptResults,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([[orderKey, Buffer.from(JSON.stringify(order))]])
  const packers = await readPackers()
  for (const [name, { code, map }] of modules) {
    const keys = moduleKeys(name)
    const moved = { ...map, mappings: `;${map.mappings}` }
    files.set(keys.code, await results.get(packers + code, 'code', () => packFile(asFunction(code))))
    files.set(keys.map, await results.get(packers + JSON.stringify(moved), 'map', () => packMap(moved)))
  }
  return files
}

/** What a packed module comes from beside itself. */
async function readPackers(): Promise<string> {
  const names = ['pack-program', 'pack-file', 'pack-map', '../embedded/packed-file', '../embedded/mapped-stacks']
  const texts = names.map((name) => readFile(join(import.meta.dirname, `${name}.ts`), 'utf8'))
  return [process.version, ...(await Promise.all(texts))].join('\0')
}

/** On lines of its own, so that places in the module move by one line alone. */
function asFunction(code: string): string {
  return `(function ({ exports, require, module, __filename, __dirname }) {\n${code}\n})`
}

/**
 * The code that V8 compiles of the server's modules when it starts, by its keys. It is made once the server serves, on a new
 * database, so that it has the functions that were called until then. Equal modules give equal bytes.
 * @throws BuildFailure where the server blocks its process
 */
export async function compileProgram(
  checkout: Checkout,
  program: Contents,
  scratch: string,
): Promise<Map<string, Buffer>> {
  const [archive, output] = [join(scratch, 'program'), join(scratch, 'compiled')]
  await mkdir(output)
  await writeFile(archive, packFiles(program))
  await startOnce(checkout.node, [archive, output], scratch)
  const files = new Map<string, Buffer>()
  for (const name of (await readdir(output)).toSorted()) {
    files.set(moduleKeys(name).cache, await packFile(await readFile(join(output, name))))
  }
  return files
}

/** Starts the program with a database of its own. @throws BuildFailure where it blocks its process */
async function startOnce(node: string, [archive, output]: readonly [string, string], scratch: string): Promise<void> {
  const script = join(import.meta.dirname, 'compile-modules.ts')
  // Not in the scratch folder: the path of a socket is short.
  await using data = await mkdtempDisposable(join(tmpdir(), 'host-'))
  // A plugin may leave a process behind, which would keep a pipe open.
  await using errors = await open(join(scratch, 'errors'), 'w')
  const args = [...sameEachTime, '--conditions=source', script, archive, data.path, output]
  // Without a variable that has Node keep compiled modules: V8 counts what it compiled before. The work of one thread for files
  // is done in one order.
  const env = { UV_THREADPOOL_SIZE: '1' }
  const child = spawn(node, args, { env, stdio: ['ignore', 'ignore', errors.fd] })
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  if (code === 0 && existsSync(join(output, mainModule))) return
  const said = await readFile(join(scratch, 'errors'), 'utf8')
  if (code !== null) throw new Error(`V8 compiled no module of the server: ${said}`)
  throw new BuildFailure([
    `the server blocks its process when it starts, and was ended after ${patience / 1000} s; ${said}`,
  ])
}
