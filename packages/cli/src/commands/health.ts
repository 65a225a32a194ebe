import { request } from 'node:http'
import { isUnix, readConfig, readEnvironment, type HttpAddress } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { strictArguments } from '../strict-arguments.ts'

const patience = 5_000
/** Bytes of an answer that are read. */
const largest = 64 * 1024

/** A report of `/readyz`. */
interface Report {
  readonly status?: unknown
  readonly reasons?: unknown
}

/**
 * `host health`: asks the host of this configuration on this machine whether it can serve, for a container's health check,
 * whose image has no other program. Exit code 0 when it can, 1 with the reasons when not.
 */
export function healthCommand({ cwd, env, write }: CliContext) {
  return defineCommand({
    meta: { name: 'health', description: 'Ask the running host whether it can serve; exit code 1 when it can not' },
    args: { alive: { type: 'boolean', description: 'Ask only whether the process answers (/healthz)' } },
    plugins: [strictArguments],
    async run({ args: { alive = false } }) {
      const { listen } = readConfig(readEnvironment(cwd, env))
      if (!isUnix(listen) && listen.port === 0) {
        throw new CommandFailure(['HOST_LISTEN has port 0, so the port of the host is unknown. Set a port.'])
      }
      const { status, text } = await ask(listen, alive ? '/healthz' : '/readyz')
      if (status !== 200) throw new CommandFailure(reasonsOf(status, text))
      write(alive ? 'The process answers.' : 'The host can serve.')
    },
  })
}

interface Answer {
  readonly status: number
  readonly text: string
}

function ask(address: HttpAddress, path: string): Promise<Answer> {
  const place = isUnix(address) ? address.path : `${reachable(address.host)}:${address.port}`
  const target = isUnix(address) ? { socketPath: address.path } : { host: reachable(address.host), port: address.port }
  const options = { ...target, path, agent: false, signal: AbortSignal.timeout(patience) }
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      const reason = error.name === 'AbortError' ? `no answer within ${patience / 1000} s` : codeOf(error)
      reject(new CommandFailure([`The host on ${place} could not be asked (${reason}).`]))
    }
    const sent = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > largest) answer.destroy(new Error('the answer is too long'))
      })
      answer.on('error', fail)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** All addresses of the machine include its own loopback. */
function reachable(host = ''): string {
  return host === '' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.message
}

/** The sentences of a report; the status alone for an answer that is none, such as another program's. */
function reasonsOf(status: number, text: string): readonly string[] {
  const reasons = readReport(text)?.reasons
  const sentences = Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : []
  return sentences.length > 0 ? sentences : [`The host answered with status ${status}.`]
}

function readReport(text: string): Report | undefined {
  try {
    const report = JSON.parse(text) as unknown
    return typeof report === 'object' && report !== null ? report : undefined
  } catch {
    return undefined
  }
}
