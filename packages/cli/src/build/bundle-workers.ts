import { join } from 'node:path'
import { bundleModule } from './bundle-module.ts'

/**
 * Threads of the host, by the key of their code in the executable: a thread cannot import from inside it and starts
 * from its text.
 */
export const workers: Readonly<Record<string, string>> = {
  'sqlite-writer': 'packages/host/src/db/sqlite/sqlite-writer.ts',
  'postgres-lease-thread': 'packages/host/src/nodes/postgres-thread.ts',
  'coherence-thread': 'packages/host/src/coherence/coherence-thread.ts',
}

/** Bundles the code of every thread, by its asset key. */
export async function bundleWorkers(root: string): Promise<Map<string, string>> {
  const bundled = Object.entries(workers).map(
    async ([key, path]) =>
      [key, await bundleModule({ cwd: root, entry: join(root, path), roots: new Map([[root, '']]) })] as const,
  )
  return new Map(await Promise.all(bundled))
}
