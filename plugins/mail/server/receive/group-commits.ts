import type { PluginContext, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Works of one transaction: it is open for 5 seconds at most. */
const mostTogether = 16

type Work = (tx: Queries<Tables>) => Promise<unknown>

interface Waiting {
  readonly work: Work
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

  /** Resolves when the work has been committed. @param work may run twice, and writes by `tx` alone */
  async run<Result>(orgId: string, work: (tx: Queries<Tables>) => Promise<Result>): Promise<Result> {
    const settled = Promise.withResolvers<unknown>()
    const waiting = this.#waiting.get(orgId)
    if (waiting !== undefined) waiting.push({ work, settled })
    else void this.#runAll(orgId, [{ work, settled }])
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
      const results = await db.transaction(async (tx) => {
        const all: unknown[] = []
        for (const { work } of group) all.push(await work(tx))
        return all
      })
      for (const [at, { settled }] of group.entries()) settled.resolve(results[at])
      return true
    } catch (error) {
      if (group.length > 1) return false
      group[0]?.settled.reject(error)
      return true
    }
  }
}
