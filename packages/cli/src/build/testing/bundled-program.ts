import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { bundleModule } from '../bundle-module.ts'
import { bundleWorkers, workers } from '../bundle-workers.ts'

const root = join(import.meta.dirname, '../../../../..')
/** Stores the compiled code once the program runs: tests kill most processes, and Node itself stores it at the end. */
const start = `import { enableCompileCache, flushCompileCache } from 'node:module'
enableCompileCache(import.meta.dirname)
await import('./bundle.mjs')
flushCompileCache()
`
const bundled = new Map<string, Promise<string>>()

/**
 * A script of a process with all its modules in one file, which starts in a third of the time. It is bundled once in a run
 * of several suites, and compiled by the first of its processes. It starts as fast as a minified one, which takes twice as
 * long to make. @returns its path
 */
export function bundledProgram(script: string): Promise<string> {
  const program = bundled.get(script) ?? bundle(script)
  bundled.set(script, program)
  return program
}

async function bundle(script: string): Promise<string> {
  const folder = join(await sharedFolder(), relative(root, script).replaceAll(/\W+/g, '-'))
  const program = join(folder, 'program.mjs')
  if (existsSync(program)) return program
  const draft = await mkdtemp(`${folder}-`)
  const code = await bundleModule({ cwd: root, entry: script, roots: new Map([[root, '']]), isPlain: true })
  await writeFile(join(draft, 'program.mjs'), start)
  await writeFile(join(draft, 'bundle.mjs'), withThreadFiles(code))
  for (const [key, text] of await bundleWorkers(root)) {
    await writeFile(join(draft, `${key}.mjs`), withoutMap(text))
  }
  // Another suite may have done the same in the meantime.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return program
}

async function sharedFolder(): Promise<string> {
  const shared = process.env['HOST_TEST_SHARED']
  if (shared !== undefined) return shared
  const own = await mkdtemp(join(tmpdir(), 'host-programs-'))
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  return own
}

/** Threads start from the files beside the program. */
function withThreadFiles(code: string): string {
  return Object.values(workers).reduce(
    (text, path) => text.replaceAll(basename(path), threadFile(path)),
    withoutMap(code),
  )
}

function threadFile(path: string): string {
  return `${basename(path, '.ts')}.mjs`
}

function withoutMap(code: string): string {
  return code.slice(0, code.lastIndexOf('//# sourceMappingURL='))
}
