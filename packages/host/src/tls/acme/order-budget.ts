/** Orders of the whole instance within an hour. */
export const mostOrders = 50
/** Of them for the hosts of one workspace, and for those of all workspaces: the rest is for the instance's own. */
const mostOfWorkspace = 10
const mostOfWorkspaces = 45

/** A host whose next order is due. */
export interface DueHost {
  /** Exact, or `*.` and a name. */
  readonly host: string
  /** The workspace that has it; undefined for a host of the instance. */
  readonly orgId: string | undefined
}

/**
 * The hosts to order for now: those of the instance first, then workspaces in turn, those with the fewest orders before
 * others, so that none uses up the orders of the rest.
 *
 * @param due in the order in which they became due
 * @param recent orders of the last hour by workspace; those of the instance by `undefined`
 */
export function chooseOrders(due: readonly DueHost[], recent: ReadonlyMap<string | undefined, number>): DueHost[] {
  const counts = new Map(recent)
  const countOf = (orgId: string | undefined): number => counts.get(orgId) ?? 0
  const ofWorkspaces = [...counts].reduce((sum, [orgId, count]) => (orgId === undefined ? sum : sum + count), 0)
  const left = mostOrders - ofWorkspaces - countOf(undefined)
  const ofInstance = due.filter(({ orgId }) => orgId === undefined).slice(0, Math.max(0, left))
  const most = Math.min(left - ofInstance.length, mostOfWorkspaces - ofWorkspaces)
  const waiting = byWorkspace(due)
  const chosen: DueHost[] = []
  while (chosen.length < most) {
    const orgId = fewestFirst([...waiting], countOf)
    const next = orgId === undefined ? undefined : waiting.get(orgId)?.shift()
    if (next === undefined) break
    chosen.push(next)
    counts.set(orgId, countOf(orgId) + 1)
  }
  return [...ofInstance, ...chosen]
}

function byWorkspace(due: readonly DueHost[]): Map<string, DueHost[]> {
  const waiting = new Map<string, DueHost[]>()
  for (const each of due) {
    if (each.orgId === undefined) continue
    const hosts = waiting.get(each.orgId)
    if (hosts === undefined) waiting.set(each.orgId, [each])
    else hosts.push(each)
  }
  return waiting
}

/** The workspace with the fewest orders that still may order and has a host. */
function fewestFirst(
  waiting: readonly (readonly [string, readonly DueHost[]])[],
  countOf: (orgId: string) => number,
): string | undefined {
  return waiting
    .filter(([orgId, hosts]) => hosts.length > 0 && countOf(orgId) < mostOfWorkspace)
    .toSorted(([one], [other]) => countOf(one) - countOf(other))[0]?.[0]
}
