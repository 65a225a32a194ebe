import cluster from 'node:cluster'
import { readConfig, readEnvironment } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { serveAlone, serveAsWorker } from '../serve/serve-host.ts'
import { supervise } from '../serve/supervise.ts'
import { parseWorkerCount } from '../serve/worker-count.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host serve`, and `host` alone: the product. Ends on a signal, or when the host itself has failed. */
export function serveCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'serve', description: 'Start the server (default command)' },
    args: {
      workers: {
        type: 'string',
        description: 'Number of worker processes, each restarted when it exits',
        valueHint: 'N',
      },
    },
    plugins: [strictArguments],
    async run({ args }) {
      const count = args.workers === undefined ? undefined : parseWorkerCount(args.workers)
      const config = readConfig(readEnvironment(context.cwd, context.env))
      if (count === undefined) await serveAlone(context, config)
      else if (cluster.isWorker) await serveAsWorker(context, config)
      else await supervise(context, config, count)
    },
  })
}
