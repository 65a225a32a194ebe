import type { DueHost } from './order-budget.ts'

/** Orders at a time. */
const parallel = 5
/** Of them for the hosts of one workspace: slow ones leave room for those of others. */
const parallelOfWorkspace = 2

/** Works on hosts in their order, several at a time. A rejection ends the whole, after the others have ended. */
export async function runOrders<Host extends DueHost>(
  hosts: readonly Host[],
  work: (host: Host) => Promise<void>,
): Promise<void> {
  const left = [...hosts]
  const running = new Map<string | undefined, number>()
  const isFree = ({ orgId }: Host): boolean => orgId === undefined || (running.get(orgId) ?? 0) < parallelOfWorkspace
  const count = ({ orgId }: Host, change: number): void => void running.set(orgId, (running.get(orgId) ?? 0) + change)
  const next = (): Host | undefined => {
    const at = left.findIndex(isFree)
    return at === -1 ? undefined : left.splice(at, 1)[0]
  }
  // A lane without a free host ends: the lanes that are at work on the same workspaces go on with the rest.
  const lane = async (): Promise<void> => {
    for (let host = next(); host !== undefined; host = next()) {
      count(host, 1)
      try {
        await work(host)
      } finally {
        count(host, -1)
      }
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: parallel }, lane))
  const failed = settled.find((each) => each.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
