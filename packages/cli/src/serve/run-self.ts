import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { backupMemory, type RunSelf } from '@host/host'
import type { CliContext } from '../cli-context.ts'

/** How long a process may take to end by itself, in milliseconds. */
const patience = 10_000

/** Starts the program of this process once more, with other arguments. */
export function runSelfOf({ assets, cwd, env }: Pick<CliContext, 'assets' | 'cwd' | 'env'>): RunSelf {
  // An executable has its program in itself. From sources, the script and the options of Node are given again.
  const program = assets === undefined ? [...process.execArgv, process.argv[1] ?? ''] : []
  return async (args, { signal, onLine }) => {
    signal.throwIfAborted()
    const child = spawn(process.execPath, [...program, ...args], {
      cwd,
      env: { ...backupMemory, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    using _ended = endWith(child, signal)
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine)
    yieldTo(child)
    const [code, signalName] = (await once(child, 'close')) as [number | null, string | null]
    return code ?? signalName ?? 'SIGKILL'
  }
}

/** Gives the processor to others first. */
function yieldTo({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system has no priorities: it runs all the same.
  }
}

/** Asks a process to end when the signal aborts, and ends it when it does not. */
function endWith(child: ChildProcess, signal: AbortSignal): Disposable {
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    child.kill('SIGTERM')
    timer = setTimeout(() => child.kill('SIGKILL'), patience).unref()
  }
  signal.addEventListener('abort', end, { once: true })
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
  }
}
