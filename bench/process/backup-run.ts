import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rm } from 'node:fs/promises'
import { bundledProgram } from '../../packages/cli/src/build/testing/bundled-program.ts'

/** A backup that begins. */
export interface BackupRunOptions {
  readonly databaseUrl: string
  /** Of the key file. */
  readonly dataFolder: string
  /** The place of the backup; it is emptied first, so that everything is stored. */
  readonly to: string
  /** Milliseconds that a process may load its code before it is measured. */
  readonly head: number
}

/** `host backup` as a host starts it: a process of its own at low priority. It is stopped when it is disposed of. */
export async function startBackup({ databaseUrl, dataFolder, to, head }: BackupRunOptions): Promise<BackupRun> {
  await rm(to, { recursive: true, force: true })
  const program = await bundledProgram(fileURLToPath(new URL('../servers/backup-program.ts', import.meta.url)))
  const child = spawn(process.execPath, [program, 'backup', '--to', to], {
    env: { HOST_DATABASE_URL: databaseUrl, HOST_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close') as Promise<[code: number | null]>
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  await sleep(head)
  return {
    async [Symbol.asyncDispose]() {
      const isEarly = child.exitCode !== null
      child.kill('SIGTERM')
      const [code] = await ended
      if (isEarly && code !== 0) throw new Error(`The backup failed: ${output}`)
    },
    get isOver() {
      return child.exitCode !== null
    },
  }
}

/** A backup that runs, or has ended. */
export interface BackupRun extends AsyncDisposable {
  readonly isOver: boolean
}
