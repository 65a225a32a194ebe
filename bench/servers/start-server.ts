import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledProgram } from '../../packages/cli/src/build/testing/bundled-program.ts'
import type { Bench } from '../harness/bench.ts'
import { ServerProcess } from '../process/server-process.ts'

const modules = {
  host: new URL('./host-server.ts', import.meta.url),
  byHand: new URL('./by-hand-server.ts', import.meta.url),
  bare: new URL('./bare-server.ts', import.meta.url),
  bareRedirect: new URL('./bare-redirect-server.ts', import.meta.url),
  collector: new URL('./collector-server.ts', import.meta.url),
  edition: new URL('./edition-server.ts', import.meta.url),
  licenses: new URL('./licenses-server.ts', import.meta.url),
  mail: new URL('./mail-server.ts', import.meta.url),
  traced: new URL('./traced-server.ts', import.meta.url),
  workers: new URL('./workers-server.ts', import.meta.url),
}

/** Those that a trial of all benchmarks starts most often. */
const often: ReadonlySet<keyof typeof modules> = new Set(['host', 'workers'] as const)

/** Starts a server of this folder in a process of its own. In a trial it may be one file, which starts in less time. */
export async function startServer(bench: Bench, name: keyof typeof modules, options?: object): Promise<ServerProcess> {
  const source = fileURLToPath(modules[name])
  const isBundled = bench.scale.isTrial && bench.profiles === undefined && often.has(name)
  const module = isBundled ? await bundledProgram(source) : source
  return await ServerProcess.start({ module, options, profiles: bench.profiles })
}

/** Starts the measured host of another checkout, by the sources and packages of that checkout. */
export async function startHostOf(checkout: string, options: object): Promise<ServerProcess> {
  return await ServerProcess.start({ module: join(checkout, 'bench/servers/host-server.ts'), options })
}
