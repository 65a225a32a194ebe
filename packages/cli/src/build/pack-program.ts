import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BundledModules } from './bundle-modules.ts'
import type { Checkout } from './checkout.ts'
import type { Contents } from './digest.ts'
import { packFile } from './pack-file.ts'
import { packFiles } from './pack-files.ts'
import { packMap } from './pack-map.ts'
import { moduleKeys, orderKey } from '../embedded/module-keys.ts'

const run = promisify(execFile)
/** Milliseconds that the modules may take to run; the trial of the plugins before has the same limit. */
const patience = 60_000

/** The server's modules as files of an executable, by their keys: texts, source maps, and in which order they start. */
export async function packProgram({ modules, order }: BundledModules): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([[orderKey, Buffer.from(JSON.stringify(order))]])
  for (const [name, { code, map }] of modules) {
    const keys = moduleKeys(name)
    files.set(keys.code, await packFile(asFunction(code)))
    files.set(keys.map, packMap({ ...map, mappings: `;${map.mappings}` }))
  }
  return files
}

/** On lines of its own, so that places in the module move by one line alone. */
function asFunction(code: string): string {
  return `(function ({ exports, require, module, __filename, __dirname }) {\n${code}\n})`
}

/**
 * The code that V8 compiles of the modules that the server loads when it starts, by its keys. It is made after they ran, so
 * that it has the functions that they called, and in V8's predictable mode, so that equal modules give equal bytes.
 */
export async function compileProgram(
  checkout: Checkout,
  program: Contents,
  scratch: string,
): Promise<Map<string, Buffer>> {
  const [archive, output] = [join(scratch, 'program'), join(scratch, 'compiled')]
  await mkdir(output)
  await writeFile(archive, packFiles(program))
  const script = join(import.meta.dirname, 'compile-modules.ts')
  // Without a variable that has Node keep compiled modules: V8 counts what it compiled before.
  const options = { env: {}, timeout: patience }
  await run(checkout.node, ['--predictable', '--conditions=source', script, archive, output], options)
  const files = new Map<string, Buffer>()
  for (const name of (await readdir(output)).toSorted()) {
    files.set(moduleKeys(name).cache, await packFile(await readFile(join(output, name))))
  }
  return files
}
