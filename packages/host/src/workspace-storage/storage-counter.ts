/**
 * Counts in the background how much each workspace stores, table by table:
 *
 *   due (never counted, or six hours ago) --claim--> counted, in windows of rows
 *
 * Every process checks once a minute and continues where it stopped; a claim in the database lets one process count a
 * workspace. The tables are those of the build with an `org_id`, so a new one is counted as soon as it exists. No
 * request triggers a count, and a failed count is repeated in the next cycle.
 */
import type { Log, Model } from '@host/plugin'
import { setTimeout as wait } from 'node:timers/promises'
import { neverStopping, runPeriodically } from '../support/periodic.ts'
import type { TableSize } from './measure-table.ts'
import type { StorageStore } from './storage-store.ts'

const minute = 60_000
/** How old a count may become, in milliseconds. */
const countEvery = 6 * 60 * minute
/** Workspaces that one look claims at most. */
const mostAtOnce = 50
const pageRows = 200
/** Milliseconds between two reads. */
const betweenReads = 5

/** Options of the counter. */
export interface StorageCounterOptions {
  /** The tables of workspaces. */
  readonly tables: readonly Model[]
  readonly store: StorageStore
  measure(model: Model, orgId: string, pause: () => Promise<void>): Promise<TableSize>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** A count of one workspace. */
interface Count {
  readonly orgId: string
  readonly now: number
}

export class StorageCounter {
  readonly #options: StorageCounterOptions
  #after = ''

  constructor(options: StorageCounterOptions) {
    this.#options = options
  }

  /** Counts from now on. @returns how to end that, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every: minute,
      isRunAtStart: true,
      work: async (stopping) => await this.round(stopping),
      onError: (error) => this.#options.log.warn('Workspace storage could not be counted', { error }),
    })
  }

  /** Counts some of the workspaces that are due. */
  async round(stopping = neverStopping): Promise<void> {
    const { store } = this.#options
    for (let counted = 0; counted < mostAtOnce;) {
      const page = await store.workspacesAfter(this.#after, pageRows)
      for (const orgId of page) {
        if (counted >= mostAtOnce) return
        stopping.throwIfAborted()
        if (await this.#count(orgId, stopping)) counted += 1
        this.#after = orgId
      }
      if (page.length < pageRows) {
        this.#after = ''
        return
      }
    }
  }

  async #count(orgId: string, stopping: AbortSignal): Promise<boolean> {
    const { store, clock } = this.#options
    const now = clock()
    if (!(await store.claim(orgId, { now, before: now - countEvery }))) return false
    try {
      await this.#countTables({ orgId, now }, stopping)
    } catch (error) {
      await store.release(orgId)
      throw error
    }
    return true
  }

  async #countTables({ orgId, now }: Count, signal: AbortSignal): Promise<void> {
    const { tables, store, measure } = this.#options
    const pause = async (): Promise<void> => await wait(betweenReads, undefined, { signal })
    for (const model of tables) {
      await store.put(orgId, model.table, { ...(await measure(model, orgId, pause)), now })
      await pause()
    }
    await store.dropOthers(
      orgId,
      tables.map(({ table }) => table),
    )
  }
}
