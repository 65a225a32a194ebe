import type { PluginContext, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { Groups } from './groups.ts'

/** Emails of one transaction: it is open for 5 seconds at most. */
const mostTogether = 32
/** Bytes of them: writes of others wait for a transaction, and each of its statements is one turn of the event loop. */
const mostBytes = 4 * 1_024 * 1_024

/** Work that may share a transaction of its workspace. */
export interface GroupedWork {
  readonly orgId: string
  /** Bytes that it writes. */
  readonly bytes: number
}

/** Writes works in a transaction; it may be called twice for a work. @returns their results, in order */
export type WriteTogether<Work, Result> = (tx: Queries<Tables>, works: readonly Work[]) => Promise<readonly Result[]>

/**
 * Writes of a workspace that wait for each other share a transaction, and with it statements and the flush to the disk.
 * Where one fails, nothing of its group is committed, and each is tried again alone.
 */
export class GroupCommits<Work extends GroupedWork, Result> {
  readonly #ctx: Pick<PluginContext<Tables>, 'db'>
  readonly #write: WriteTogether<Work, Result>
  readonly #groups = new Map<string, Groups<Work, Result>>()

  constructor(ctx: Pick<PluginContext<Tables>, 'db'>, write: WriteTogether<Work, Result>) {
    this.#ctx = ctx
    this.#write = write
  }

  /** Resolves when the work has been committed. */
  async run(work: Work): Promise<Result> {
    const { orgId } = work
    const groups = this.#groups.get(orgId) ?? this.#open(orgId)
    this.#groups.set(orgId, groups)
    return await groups.add(work)
  }

  #open(orgId: string): Groups<Work, Result> {
    const db = this.#ctx.db.inWorkspace(orgId, 'store received emails')
    const run = async (works: readonly Work[]) => await db.transaction((tx) => this.#write(tx, works))
    const onIdle = (): void => void this.#groups.delete(orgId)
    return new Groups({ run, most: mostTogether, mostSize: mostBytes, sizeOf: ({ bytes }) => bytes, onIdle })
  }
}
