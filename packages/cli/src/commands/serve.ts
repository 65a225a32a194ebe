import { createHost, readConfig, readEnvironment, type Host, type HostOptions } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host serve`, and `host` alone: the product. Ends when it is told to, or when the host itself has failed. */
export function serveCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'serve', description: 'Serve the product; what "host" does when it stands alone' },
    plugins: [strictArguments],
    async run() {
      const host = await createHost(hostOptions(context))
      await runUntilStopped(host, async () => announce(await host.listen(), host))
    },
  })
}

function hostOptions({ assets, build, cwd, edition, env }: CliContext): HostOptions {
  return {
    plugins: pluginEntries(edition, build),
    config: readConfig(readEnvironment(cwd, env)),
    build,
    ...(assets === undefined ? {} : { writerCode: assets.text('sqlite-writer'), webAssets: assets.web }),
  }
}

function announce(url: string, host: Host): void {
  host.log.info('Listening', { url })
  if (host.setUpUrl !== undefined) {
    host.log.info('Open this link once to set up the first account', { url: host.setUpUrl })
  }
}
