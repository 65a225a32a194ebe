/**
 * Refuses more jobs of a workspace than may wait. Counting them costs one step each, so a workspace is counted again
 * only once it has added a quarter of its remaining budget: few are ever counted twice.
 */
import { Problem } from '@host/plugin'
import { NamedStatement } from '../database/named-statement.ts'
import type { Transactor } from '../database/transactor.ts'

/** How many jobs of a workspace may wait. */
export const mostWaiting = 1_000_000

const leastBetween = 1_000
const mostWorkspaces = 10_000
/** How long a workspace that was found full counts as full, in milliseconds. */
const trust = 5_000

interface Counted {
  /** How many more it may add before it is counted. */
  left: number
  /** Until when it counts as full, by the monotonic clock. */
  fullUntil: number
}

export class Backlog {
  readonly #database: Pick<Transactor, 'run'>
  readonly #count: NamedStatement<'org', { readonly count: number }>
  readonly #most: number
  readonly #counted = new Map<string, Counted>()

  constructor(database: Pick<Transactor, 'run' | 'dialect'>, most = mostWaiting) {
    this.#database = database
    this.#most = most
    this.#count = new NamedStatement(database.dialect, count(most))
  }

  /** Counts jobs that a workspace is about to add. @throws Problem `service_unavailable` when too many wait */
  async admit(orgId: string, jobs = 1): Promise<void> {
    const counted = this.#counted.get(orgId)
    if (counted !== undefined && counted.left >= jobs) {
      counted.left -= jobs
      return
    }
    if (counted === undefined && this.#begin(orgId, jobs)) return
    if ((counted?.fullUntil ?? 0) < performance.now()) await this.#recount(orgId)
    if ((this.#counted.get(orgId)?.left ?? 0) <= 0) throw tooMany(this.#most)
  }

  /** A workspace that has added little since this process began is unlikely to be over the limit. */
  #begin(orgId: string, jobs: number): boolean {
    if (this.#counted.size >= mostWorkspaces) this.#counted.clear()
    const left = Math.min(leastBetween, this.#most) - jobs
    if (left < 0) return false
    this.#counted.set(orgId, { left, fullUntil: 0 })
    return true
  }

  async #recount(orgId: string): Promise<void> {
    const [counted] = await this.#count.read(this.#database, { org: orgId })
    const left = this.#most - (counted?.count ?? 0)
    this.#counted.set(
      orgId,
      left <= 0
        ? { left: 0, fullUntil: performance.now() + trust }
        : { left: Math.min(left, Math.max(leastBetween, Math.floor(left / 4))), fullUntil: 0 },
    )
  }
}

function tooMany(most: number): Problem {
  const [en, zh] = [most.toLocaleString('en'), most.toLocaleString('zh')]
  return new Problem('service_unavailable', {
    detail: {
      en: `${en} jobs of this workspace are already queued, which is the limit. Wait until some are done.`,
      zh: `此工作区已有 ${zh} 个任务在等待，部分任务完成之前不再接受新任务。`,
    },
    headers: { 'retry-after': '60' },
  })
}

const count = (most: number): string => `
  select count(*) as count from (
    select 1 from host_jobs where state in ('waiting', 'delayed') and org_id = :org limit ${most}
  ) as waiting`
