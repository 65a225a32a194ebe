import cluster from 'node:cluster'
import { createHost, type Host, type HostConfig } from '@host/host'
import type { CliContext } from '../cli-context.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { parentLine } from './bus-lines.ts'
import { ParentConnections } from './parent-connections.ts'
import { coherencePipe } from './rights-pipes.ts'
import { hostOptions } from './host-options.ts'

/** Serves in this process, the only one. */
export async function serveAlone(context: CliContext, config: HostConfig): Promise<void> {
  const host = await createHost(hostOptions(context, config))
  await runUntilStopped(host, async () => announce(host, await host.listen()))
}

/**
 * Serves as one worker of several. Messages that a start reports once come from the first worker only. A worker whose
 * parent is gone ends at once, because another host may be on the SQLite file by then: `node:cluster` does that when
 * the pipe to the parent closes.
 */
export async function serveAsWorker(context: CliContext, config: HostConfig): Promise<void> {
  const isFirst = cluster.worker?.id === 1
  const connections = new ParentConnections()
  const worker = { isFirst, line: parentLine(), coherencePipe, connections }
  const host = await createHost(hostOptions(context, config, worker))
  await runUntilStopped(host, async () => {
    const url = await host.listen()
    if (isFirst) announce(host, url)
  })
}

function announce(host: Host, url: string): void {
  host.log.info('Listening', { url })
  if (host.setUpUrl !== undefined) {
    host.log.info('Open this link once to set up the first account', { url: host.setUpUrl })
  }
}
