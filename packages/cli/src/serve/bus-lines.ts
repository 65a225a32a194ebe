/**
 * Messages between workers go through their parent: each has one line to it, and it passes them on. For a scrape it
 * queries all of them.
 */
import cluster, { type Worker } from 'node:cluster'
import { BusRelay, MetricsRelay, type BusLine } from '@host/host'

/** A worker's line to its parent. */
export function parentLine(): BusLine {
  return {
    send(message, sent) {
      if (process.send === undefined || !process.connected) sent(new Error('The parent process exited.'))
      else process.send(message, undefined, {}, sent)
    },
    listen(listener) {
      process.on('message', listener)
      return () => void process.off('message', listener)
    },
  }
}

/** Lets the parent pass messages between its workers, and collect their metrics, for as long as it lives. */
export function relayBus(): void {
  const relays = [new BusRelay(), new MetricsRelay()]
  const lines = new Map<number, BusLine>()
  cluster.on('fork', (worker) => {
    const line = lineTo(worker)
    lines.set(worker.id, line)
    for (const relay of relays) relay.add(line)
  })
  cluster.on('exit', ({ id }) => {
    const line = lines.get(id)
    if (line !== undefined) for (const relay of relays) relay.remove(line)
    lines.delete(id)
  })
}

function lineTo(worker: Worker): BusLine {
  return {
    send(message, sent) {
      if (worker.isConnected()) worker.send(message as object, undefined, undefined, sent)
      else sent(new Error('The worker exited.'))
    },
    listen(listener) {
      worker.on('message', listener)
      return () => void worker.off('message', listener)
    },
  }
}
