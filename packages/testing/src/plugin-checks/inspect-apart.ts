/**
 * Checks a plugin in a separate process, which the plugin may block, end or crash: every case leads to a report or an
 * error message.
 *
 *   waiting --step--> waiting --report--> reported
 *   waiting --no step for long (giveUp)--> refused: it hangs
 *   waiting --the process ends (explainEnd)--> refused: it ended the process
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PluginCheckFailure, type PluginReport } from './plugin-report.ts'

/** Messages of that process. */
export type ApartMessage =
  | { readonly step: string }
  | { readonly report: PluginReport }
  | { readonly refusal: string }
  | { readonly mistake: string }

/** How a plugin is checked apart. */
export interface ApartOptions {
  /** How long one step may take, in milliseconds. */
  readonly patience?: number
}

const usualPatience = 90_000
/** Length of the kept end of its output. */
const tail = 4_000

/**
 * Checks the plugin of a folder.
 * @throws PluginCheckFailure with a sentence for a folder that isn't a plugin, and for one that hangs or ends the
 *   process
 */
export async function inspectApart(
  folder: string,
  { patience = usualPatience }: ApartOptions = {},
): Promise<PluginReport> {
  const script = fileURLToPath(import.meta.resolve('@host/testing/plugin-test'))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = fork(script, ['--apart', folder], {
    cwd: folder,
    env,
    execArgv: process.execArgv.filter((option) => option.startsWith('--conditions=')),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  try {
    return await hear(child, patience)
  } finally {
    child.kill('SIGKILL')
  }
}

async function hear(child: ChildProcess, patience: number): Promise<PluginReport> {
  const { promise, resolve, reject } = Promise.withResolvers<PluginReport>()
  let step = 'was read'
  let said = ''
  const giveUp = (): void => {
    const seconds = patience / 1000
    const why = `While it ${step}, the process was blocked for ${seconds} s; fix the blocking code, such as an endless loop.`
    reject(new PluginCheckFailure(why))
  }
  let timer = setTimeout(giveUp, patience)
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-tail)))
  child.on('message', (message: ApartMessage) => {
    if ('report' in message) return resolve(message.report)
    if ('refusal' in message) return reject(new PluginCheckFailure(message.refusal))
    if ('mistake' in message) return reject(new Error(message.mistake))
    step = message.step
    clearTimeout(timer)
    timer = setTimeout(giveUp, patience)
  })
  child.once('error', reject)
  // Its last words come before this, on a pipe that is read to its end.
  child.once('close', (code, signal) => reject(new PluginCheckFailure(explainEnd(step, code ?? signal, said))))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function explainEnd(step: string, how: string | number | null, said: string): string {
  const reason = /^\w*Error\b.*$/m.exec(said)?.[0]
  const because = reason === undefined ? '' : ` (${JSON.stringify(reason.slice(0, 200))})`
  return `While it ${step}, the process exited with ${how ?? 'no code'}${because}; a plugin must not exit its host or leave a rejection unhandled.`
}
