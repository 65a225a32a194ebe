import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { CommandFailure } from './command-failure.ts'
import { findCheckout } from './find-checkout.ts'

/** A command's request to its checkout. */
export interface CheckoutJob {
  readonly cwd: string
  /** A folder in the checkout; the one that the command runs in when left out. */
  readonly checkout?: string | undefined
  /** The action of the command, as the beginning of a sentence: "Composing". */
  readonly deed: string
  /** A script of the checkout, by its path from the root. */
  readonly script: string
  readonly args?: readonly string[]
  /** Options of Node for it. */
  readonly nodeArgs?: readonly string[]
}

/**
 * Runs a script of the folder's checkout, on the checkout's own Node: an executable cannot bundle.
 * @throws CommandFailure when there is no checkout; without a sentence when the script failed, which reported the
 *   reason itself
 */
export async function runInCheckout(job: CheckoutJob): Promise<void> {
  const { cwd, checkout = cwd, deed, script, args = [], nodeArgs = [] } = job
  const root = findCheckout(checkout)
  if (root === undefined) {
    throw new CommandFailure([
      `${deed} needs a checkout of the host, and ${checkout} is not inside one. Change into a checkout, or set it with --checkout.`,
    ])
  }
  const node = join(root, 'node_modules/.bin/node')
  const child = spawn(node, [...nodeArgs, '--conditions=source', join(root, script), ...args], {
    cwd,
    stdio: 'inherit',
  })
  using _passed = passSignals(child)
  const code = await Promise.race([
    once(child, 'close').then(([exitCode]) => exitCode as number | null),
    once(child, 'error').then(() => {
      throw new CommandFailure([
        `${deed} needs the packages of the checkout. Run make setup in ${root}, then try again.`,
      ])
    }),
  ])
  if (code !== 0) throw new CommandFailure([])
}

/** Signals to this process are for the script, which ends in its own order; this process waits for it. */
function passSignals(child: ChildProcess): Disposable {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, pass)
    },
  }
}
