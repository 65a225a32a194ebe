import { Problem, type BlobsService, type PluginContext, type ReadQueries } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import type { Tables } from '../models.ts'

/** Milliseconds for which a sum counts, and for which one over the limit does: emails may have been deleted. */
const [knownFor, fullFor] = [60_000, 2_000]
/** Workspaces whose sums are in memory. */
const mostKnown = 10_000

interface Sum {
  bytes: number
  readonly at: number
}

export interface StorageOptions {
  readonly ctx: Pick<PluginContext<Tables>, 'db' | 'lookup'>
  readonly blobs: Pick<BlobsService, 'requireRoom'>
  readonly clock: () => number
}

/**
 * Bytes of the emails and files of each workspace, compared with the operator's limit. A sum of the database counts for a minute,
 * with all that this process has stored since. So no email is one more write of a counter, and nothing can go wrong with one;
 * what other processes store within that minute may exceed the limit.
 */
export class MailStorage {
  readonly #ctx: StorageOptions['ctx']
  readonly #blobs: StorageOptions['blobs']
  readonly #clock: () => number
  readonly #sums = new Map<string, Promise<Sum>>()

  constructor({ ctx, blobs, clock }: StorageOptions) {
    this.#ctx = ctx
    this.#blobs = blobs
    this.#clock = clock
  }

  /** The bytes that a workspace uses, and those that it may; Infinity without a limit. */
  async use(orgId: string): Promise<{ readonly used: number; readonly limit: number }> {
    return { used: await this.#used(orgId), limit: this.#limit() }
  }

  /**
   * Refuses an email before it is received. Outside of transactions.
   * @throws Problem `quota_exceeded`; `tier_required` where the plan of the workspace includes no stored bytes
   */
  async requireOpen(orgId: string): Promise<void> {
    await this.requireRoom(orgId, 1)
    await this.#blobs.requireRoom(orgId, 1)
  }

  /** Whether a workspace has used up its storage, that of its plan or the operator's. */
  async isFull(orgId: string): Promise<boolean> {
    try {
      await this.requireOpen(orgId)
      return false
    } catch (error) {
      if (isNoRoom(error)) return true
      throw error
    }
  }

  /**
   * @param db of the transaction that the caller is in
   * @throws Problem `quota_exceeded` where so many bytes more are too many
   */
  async requireRoom(orgId: string, bytes: number, db?: ReadQueries<Tables>): Promise<void> {
    if ((await this.#used(orgId, db)) + bytes > this.#limit()) throw noRoom()
  }

  /** Counts bytes that this process stores. */
  async add(orgId: string, bytes: number): Promise<void> {
    const sum = await this.#sums.get(orgId)?.catch(() => undefined)
    if (sum !== undefined) sum.bytes += bytes
  }

  #limit(): number {
    return this.#ctx.lookup(MailSending)?.storage ?? Infinity
  }

  async #used(orgId: string, db?: ReadQueries<Tables>): Promise<number> {
    const now = this.#clock()
    const known = await this.#sums.get(orgId)?.catch(() => undefined)
    if (known !== undefined && now - known.at < (known.bytes < this.#limit() ? knownFor : fullFor)) return known.bytes
    const [oldest] = this.#sums.keys()
    if (this.#sums.size >= mostKnown && oldest !== undefined) this.#sums.delete(oldest)
    const asking = this.#sum(db ?? this.#reads(orgId), now)
    this.#sums.delete(orgId)
    this.#sums.set(orgId, asking)
    // The next caller asks again.
    asking.catch(() => this.#sums.delete(orgId))
    return (await asking).bytes
  }

  #reads(orgId: string): ReadQueries<Tables> {
    return this.#ctx.db.inWorkspace(orgId, 'sum up the emails of a workspace').backgroundReads()
  }

  async #sum(db: ReadQueries<Tables>, at: number): Promise<Sum> {
    const [messages, files] = await Promise.all([
      db
        .selectFrom('mail_messages')
        .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
        .executeTakeFirst(),
      db
        .selectFrom('mail_draft_files')
        .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
        .executeTakeFirst(),
    ])
    return { at, bytes: Number(messages?.bytes ?? 0) + Number(files?.bytes ?? 0) }
  }
}

/** Whether an error says that a workspace may store no more. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'quota_exceeded' || error.code === 'tier_required')
}

function noRoom(): Problem {
  return new Problem('quota_exceeded', {
    detail: {
      en: 'The emails of this workspace have used up its storage.',
      zh: '此工作区的邮件已用完存储空间。',
    },
    nextStep: {
      en: 'Permanently delete emails or drafts with files, or ask the operator for more storage.',
      zh: '请永久删除邮件或带附件的草稿，或联系运维人员增加存储空间。',
    },
  })
}
