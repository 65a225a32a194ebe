import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('key-process.ts', import.meta.url))

/** How a process ended, with its output. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** A `key-process.ts` that runs. */
export interface KeyProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly ended: Promise<Ending>
}

/** Starts a `key-process.ts`. @param keys the value of `HOST_SECRET_KEY`; without it there is a key file */
export function startKeyProcess(words: readonly string[], keys?: readonly string[]): KeyProcess {
  const { HOST_SECRET_KEY: _, ...env } = process.env
  const child = spawn(process.execPath, ['--conditions=source', script, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: keys === undefined ? env : { ...env, HOST_SECRET_KEY: keys.join(',') },
  })
  return { child, ended: endingOf(child) }
}

async function endingOf(child: KeyProcess['child']): Promise<Ending> {
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, output }
}
