import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { findCheckout } from '../find-checkout.ts'
import { findInstalled } from './find-plugin-script.ts'
import { ownTypeErrors, readTypeErrors, type TypeFault } from './read-type-errors.ts'

const patience = 120_000
const keptOutput = 1_000_000

/** What checks the types of a folder. */
export interface TypeCheck {
  readonly node: string
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  /** Ends it. */
  readonly signal?: AbortSignal
  /** Leaves the processor to everything else. */
  readonly isBackground?: boolean
}

/** The TypeScript that is installed for a plugin. */
export function findTypeScript(folder: string): string | undefined {
  return findInstalled(folder, 'typescript/bin/tsc')
}

/**
 * Checks the types of both halves of a plugin, by its own `tsconfig.json`.
 * @param script that of `findTypeScript`
 * @throws Error with its output when it failed without an error of a type
 */
export async function findTypeErrors(
  script: string,
  { node, folder, env = process.env, signal, isBackground = false }: TypeCheck,
): Promise<readonly TypeFault[]> {
  const child = spawn(node, [script, '--noEmit', '--pretty', 'false'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])]),
  })
  if (isBackground) lowerPriority(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output = (output + text).slice(0, keptOutput)))
  }
  // The executable of the compiler replaces the script, so that a signal ends it.
  const [code] = (await once(child, 'close')) as [number | null]
  const faults = readTypeErrors(output, folder)
  if (code !== 0 && faults.length === 0) throw new Error(output.trim() || 'The type checker ended without output.')
  return ownTypeErrors(faults, { folder, checkout: findCheckout(folder) })
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended.
  }
}
