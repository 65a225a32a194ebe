import { join } from 'node:path'
import type { Bench } from '../harness/bench.ts'
import { ServerProcess } from '../process/server-process.ts'

/** Starts a server of this folder in a process of its own. */
export async function startServer(
  bench: Bench,
  name: 'host-server' | 'by-hand-server' | 'bare-server',
  options?: object,
): Promise<ServerProcess> {
  return await ServerProcess.start({
    module: join(import.meta.dirname, `${name}.ts`),
    options,
    profiles: bench.profiles,
  })
}
