/** The operator of an instance, who runs the executable on the machine of a host. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import type { TestDatabase } from '@host/host/testing/database/test-databases'

const product = join(import.meta.dirname, '../../../apps/server/src/main.ts')

/** How a command ended. */
export interface OperatorCommand {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `host user` in a process of its own. @param input its standard input */
export async function hostUser(
  { url }: Pick<TestDatabase, 'url'>,
  typed: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<OperatorCommand> {
  const child = spawn(process.execPath, [await bundledProgram(product), 'user', ...typed], {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'],
      HOST_DATABASE_URL: url,
      ...env,
    },
  })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout: stdout.trim(), stderr: stderr.trim() }
}
