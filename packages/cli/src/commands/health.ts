import { isUnix, readConfig, readEnvironment } from '@host/host'
import { defineCommand } from 'citty'
import { askHost } from '../ask-host.ts'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { strictArguments } from '../strict-arguments.ts'

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
      const { status, text } = await askHost(listen, alive ? '/healthz' : '/readyz')
      if (status !== 200) throw new CommandFailure(reasonsOf(status, text))
      write(alive ? 'The process answers.' : 'The host can serve.')
    },
  })
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
