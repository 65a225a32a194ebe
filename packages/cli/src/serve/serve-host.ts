import { createHost, type Host, type HostConfig, type HostOptions } from '@host/host'
import type { Wording } from '@host/plugin'
import type { CliContext } from '../cli-context.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { parentLine } from './bus-lines.ts'
import { hostOptions } from './host-options.ts'
import { RestoreOrders, restoreOrdered } from './ordered-restore.ts'
import { ParentConnections } from './parent-connections.ts'
import { coherencePipe } from './rights-pipes.ts'
import { orderFromParent, readWorkerStart } from './worker-start.ts'

/** Serves in this process, the only one; a restore that is ordered runs between two hosts. */
export async function serveAlone(context: CliContext, config: HostConfig): Promise<void> {
  let failedRestore: Wording | undefined
  for (;;) {
    const orders = new RestoreOrders()
    const host = await createHost({ ...hostOptions(context, config), orderRestore: orders.order, failedRestore })
    const isStopped = await runUntilStopped(host, async () => announce(host, await host.listen()), orders.ordered)
    if (isStopped) return
    const end = await restoreOrdered(context, { config, log: host.log }, await orders.ordered)
    if (end.isStopped) return
    failedRestore = end.failure
  }
}

/**
 * Serves as one worker of several. Messages that a start reports once come from the first worker only. A worker whose
 * parent is gone ends at once, because another host may be on the SQLite file by then: `node:cluster` does that when
 * the pipe to the parent closes.
 */
export async function serveAsWorker(context: CliContext, config: HostConfig): Promise<void> {
  const { isFirst, failedRestore } = await readWorkerStart()
  const connections = new ParentConnections()
  const line = parentLine()
  const worker = { isFirst, line, coherencePipe, connections, secureConnections: connections.secure }
  const options: HostOptions = {
    ...hostOptions(context, config, worker),
    orderRestore: orderFromParent(),
    failedRestore,
  }
  const host = await createHost(options)
  await runUntilStopped(host, async () => {
    const url = await host.listen()
    if (isFirst) announce(host, url)
  })
}

function announce(host: Host, url: string): void {
  host.log.info('Listening', { url })
  if (host.secureUrl !== undefined) host.log.info('Serving HTTPS', { url: host.secureUrl })
  if (host.setUpUrl !== undefined) {
    host.log.info('Open this link once to set up the first account', { url: host.setUpUrl })
  }
}
