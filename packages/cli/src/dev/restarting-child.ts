import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'

const calm = 200

/** A process that starts anew when one of its sources changes, and when it ended, at the next change. */
export interface RestartingChild {
  stop(): Promise<void>
}

/** What to run, and what to watch. */
export interface RestartingOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly folders: readonly string[]
}

/**
 * Runs a process and watches its sources. Node's own `--watch` would do, but speaks over the ports of worker threads.
 */
export function restartOnChange({ command, args, env, folders }: RestartingOptions): RestartingChild {
  const run = (): ChildProcess => spawn(command, args, { stdio: 'inherit', env })
  let child = run()
  let timer: NodeJS.Timeout | undefined
  const restart = async (): Promise<void> => {
    await end(child)
    child = run()
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || /node_modules|\.test\./.test(file) || !/\.(ts|json|mdx)$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => void restart(), calm)
    }),
  )
  return {
    async stop() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await end(child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'close')
}
