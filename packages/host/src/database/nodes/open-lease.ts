import type { Log } from '@host/plugin'
import { joinNodes, type JoinOptions } from './join-nodes.ts'
import type { NodeLease } from './node-lease.ts'

/** Options of a host's lease. */
export interface LeaseOptions extends Omit<JoinOptions, 'onChange'> {
  readonly log: Log
}

/** Makes a host a node of its database, which says in the log when it lost its lease. */
export async function openLease({ log, ...options }: LeaseOptions): Promise<NodeLease> {
  const lease = await joinNodes({
    ...options,
    onChange: (lapsed) => {
      if (lapsed === undefined) log.info('The lease of this process was renewed')
      else log.error('The lease of this process expired: other processes may take over its work', { reason: lapsed })
    },
  })
  const leave = (): Promise<void> =>
    lease.leave().catch((error: unknown) => log.warn('The lease could not be released; it will expire', { error }))
  return Object.freeze({ ...lease, leave })
}
