/** Whether jobs of workspaces may run: not in a closed one, nor in one that was imported and not released, nor for a plugin whose feature is off there. */
import type { MaybePromise } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Transactor } from '../database/transactor.ts'
import type { HandledKind } from './job-kinds.ts'
import type { JobEligibility } from './claim-planner.ts'

/** Options of job eligibility. */
export interface JobEligibilitiesOptions {
  readonly database: Pick<Transactor, 'run' | 'dialect'>
  /** Whether a plugin is on in a workspace. */
  isOn(orgId: string, plugin: string): MaybePromise<boolean>
}

/** How long a workspace that was found open counts as open, in milliseconds, and how many are remembered. */
const trust = 2_000
const mostRemembered = 10_000

export class JobEligibilities {
  readonly #options: JobEligibilitiesOptions
  readonly #workspace: NamedStatement<'org', { readonly erase_at: string | null; readonly held_at: string | null }>
  /** Until when each is known to be open, by the monotonic clock. */
  readonly #open = new Map<string, number>()

  constructor(options: JobEligibilitiesOptions) {
    this.#options = options
    this.#workspace = new NamedStatement(
      options.database.dialect,
      'select erase_at, held_at from workspaces where id = :org',
    )
  }

  async of(orgId: string, { plugin, whenOff }: Pick<HandledKind, 'plugin' | 'whenOff'>): Promise<JobEligibility> {
    if (orgId === instanceOrgId) return 'open'
    const standing = await this.#ofWorkspace(orgId)
    if (standing !== 'open' || (await this.#options.isOn(orgId, plugin))) return standing
    return whenOff === 'cancel' ? 'cancelled' : 'held'
  }

  /** Otherwise the jobs of an erased workspace would run. */
  async #ofWorkspace(orgId: string): Promise<JobEligibility> {
    const now = performance.now()
    if ((this.#open.get(orgId) ?? 0) > now) return 'open'
    const [workspace] = await this.#workspace.read(this.#options.database, { org: orgId })
    if (workspace === undefined) return 'cancelled'
    if (workspace.erase_at !== null || workspace.held_at !== null) return 'held'
    if (this.#open.size >= mostRemembered) this.#open.clear()
    this.#open.set(orgId, now + trust)
    return 'open'
  }
}
