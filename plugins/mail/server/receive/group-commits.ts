import type { PluginContext, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Works of one transaction: it is open for 5 seconds at most. */
const mostTogether = 16

/** A part of a transaction. */
export interface GroupedWork<Result> {
  /** Works of a group that share a key run one after the other, the others at once. */
  readonly keys: readonly string[]
  /** Works of a group begin in the order of these texts, so that two processes lock rows in one order. */
  readonly order: string
  /** May run twice, and writes by `tx` alone. */
  run(tx: Queries<Tables>): Promise<Result>
}

interface Waiting extends GroupedWork<unknown> {
  readonly settled: PromiseWithResolvers<unknown>
}

/**
 * Writes of a workspace that wait for each other share a transaction, and with it the flush to the disk:
 *
 *   running a transaction ── those that come meanwhile wait ──► the next transaction has them all
 *
 * Where one fails, nothing of its group is committed, and each is tried again alone.
 */
export class GroupCommits {
  readonly #ctx: Pick<PluginContext<Tables>, 'db'>
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(ctx: Pick<PluginContext<Tables>, 'db'>) {
    this.#ctx = ctx
  }

  /** Resolves when the work has been committed. */
  async run<Result>(orgId: string, work: GroupedWork<Result>): Promise<Result> {
    const settled = Promise.withResolvers<unknown>()
    const { keys, order } = work
    const added: Waiting = { keys, order, run: async (tx) => await work.run(tx), settled }
    const waiting = this.#waiting.get(orgId)
    if (waiting !== undefined) waiting.push(added)
    else void this.#runAll(orgId, [added])
    return (await settled.promise) as Result
  }

  async #runAll(orgId: string, waiting: Waiting[]): Promise<void> {
    this.#waiting.set(orgId, waiting)
    while (waiting.length > 0) {
      const group = waiting.splice(0, mostTogether)
      if (await this.#commit(orgId, group)) continue
      for (const one of group) await this.#commit(orgId, [one])
    }
    this.#waiting.delete(orgId)
  }

  /** Never rejects. @returns false for several of which one failed, which are not settled */
  async #commit(orgId: string, group: readonly Waiting[]): Promise<boolean> {
    try {
      const db = this.#ctx.db.inWorkspace(orgId, 'store received emails')
      const results = await db.transaction((tx) => runTogether(tx, group))
      for (const [{ settled }, result] of results) settled.resolve(result)
      return true
    } catch (error) {
      if (group.length > 1) return false
      group[0]?.settled.reject(error)
      return true
    }
  }
}

/** Runs works of a transaction, and waits for all of them even when one has failed. */
async function runTogether(
  tx: Queries<Tables>,
  group: readonly Waiting[],
): Promise<readonly (readonly [work: Waiting, result: unknown])[]> {
  const running = new Map<string, Promise<unknown>>()
  const inOrder = group.toSorted((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
  const all = inOrder.map((work) => {
    const earlier = work.keys.flatMap((key) => running.get(key) ?? [])
    const result = earlier.length === 0 ? work.run(tx) : Promise.all(earlier).then(async () => await work.run(tx))
    for (const key of work.keys) running.set(key, result)
    return result
  })
  const settled = await Promise.allSettled(all)
  return settled.map((each, at) => {
    if (each.status === 'rejected') throw each.reason
    return [inOrder[at] as Waiting, each.value] as const
  })
}
