import { basename, join } from 'node:path'
import type { ContainedModules } from '../bill/contained-modules.ts'
import { bundleModule } from './bundle-module.ts'

/**
 * Threads of the host and of in-tree plugins, by name. A thread cannot import from inside the executable and starts from
 * its text, which is there under its name.
 */
export const workers: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'packages/host/src/database/sqlite/sqlite-writer.ts',
    'packages/host/src/database/nodes/postgres-thread.ts',
    'packages/host/src/security/coherence/coherence-thread.ts',
    'packages/email/src/compose/compose-thread.ts',
    'packages/email/src/message/parse-thread.ts',
  ].map((path) => [basename(path, '.ts'), path]),
)

/** Bundles the code of every thread, by its asset key. */
export async function bundleWorkers(root: string, modules?: ContainedModules): Promise<Map<string, string>> {
  const contained = modules && ({ modules, part: 'thread' } as const)
  const bundled = Object.entries(workers).map(
    async ([key, path]) =>
      [
        key,
        await bundleModule({ cwd: root, entry: join(root, path), roots: new Map([[root, '']]), contained }),
      ] as const,
  )
  return new Map(await Promise.all(bundled))
}
