/**
 * A pipe from each worker to the parent, for nothing but the rights that the workers remember: a thread of the worker
 * reads it, so that a main thread that is busy delays nothing there.
 */
import cluster from 'node:cluster'
import { Duplex } from 'node:stream'
import { ParentTable } from '@host/host'

/** The descriptor of the pipe in a worker, behind its three streams and the line that `node:cluster` needs. */
export const coherencePipe = 4

/** The streams of a worker, with the pipe. */
export const workerStdio: ('inherit' | 'ipc' | 'pipe')[] = ['inherit', 'inherit', 'inherit', 'ipc', 'pipe']

/** Relays the workers' messages about rights, for as long as the process lives. */
export function relayRights(): void {
  const table = new ParentTable()
  cluster.on('fork', (worker) => {
    const pipe = worker.process.stdio[coherencePipe]
    if (pipe instanceof Duplex) table.add(pipe)
  })
}
