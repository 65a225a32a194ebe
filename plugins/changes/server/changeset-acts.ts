import { hasRole, Problem, type Changeset, type ChangesetsService, type WorkspaceScope } from '@host/plugin'

/** The caller of an endpoint. */
export type ActScope = Pick<WorkspaceScope, 'orgId' | 'userId' | 'role' | 'audit'>

/** A plan as the caller has seen it. */
export interface SeenPlan {
  readonly hash: string
  readonly confirmations?: readonly string[] | undefined
}

/** Acts of people on changesets. The role is that of the kinds of each changeset. */
export class ChangesetActs {
  readonly #changesets: ChangesetsService

  constructor(changesets: ChangesetsService) {
    this.#changesets = changesets
  }

  /** @throws Problem `not_found` */
  async find({ orgId }: Pick<ActScope, 'orgId'>, id: string): Promise<Changeset> {
    const found = await this.#changesets.find(orgId, id)
    if (found === undefined) throw new Problem('not_found')
    return found
  }

  /** @throws Problem `forbidden` and those of `ChangesetsService.approve` */
  async approve(scope: ActScope, id: string, seen: SeenPlan): Promise<Changeset> {
    await this.#authorize(scope, id)
    return await this.#approve(scope, id, seen)
  }

  /** Approves a plan that waits for it, and begins to apply it. @throws Problem as `approve` and `ChangesetsService.apply` */
  async apply(scope: ActScope, id: string, seen: SeenPlan): Promise<Changeset> {
    const { state, hash } = await this.#authorize(scope, id)
    if (hash !== seen.hash) throw new Problem('stale_plan')
    if (state === 'planned') await this.#approve(scope, id, seen)
    return await this.#changesets.apply(scope.orgId, id)
  }

  async finish(scope: ActScope, id: string): Promise<Changeset> {
    await this.#authorize(scope, id)
    return await this.#changesets.finish(scope.orgId, id, scope.userId)
  }

  async leave(scope: ActScope, id: string): Promise<Changeset> {
    await this.#authorize(scope, id)
    return await this.#changesets.leave(scope.orgId, id, scope.userId)
  }

  /** @throws Problem `conflict` when nothing is left to revert */
  async revert(
    scope: ActScope,
    id: string,
    { title, note }: { readonly title: string; readonly note?: string | undefined },
  ): Promise<Changeset> {
    await this.#authorize(scope, id)
    const options = { title, userId: scope.userId, ...(note !== undefined && { note }) }
    const planned = await this.#changesets.revert(scope.orgId, id, options)
    if (planned === undefined) throw new Problem('conflict', { detail: nothingLeft })
    return planned
  }

  /** The author of a plan may dismiss it, whatever their role is. */
  async dismiss(scope: ActScope, id: string): Promise<Changeset> {
    const { plannedBy } = await this.find(scope, id)
    if (plannedBy !== scope.userId) await this.#authorize(scope, id)
    return await this.#changesets.dismiss(scope.orgId, id, scope.userId)
  }

  async #approve({ orgId, userId }: ActScope, id: string, { hash, confirmations = [] }: SeenPlan): Promise<Changeset> {
    return await this.#changesets.approve(orgId, id, { userId, hash, confirmations })
  }

  /** @throws Problem `not_found`, `forbidden` */
  async #authorize(scope: ActScope, id: string): Promise<Changeset> {
    const found = await this.find(scope, id)
    if (!hasRole(scope.role, found.role)) throw new Problem('forbidden')
    scope.audit.describe({ target: `changeset:${id}`, before: { title: found.title, state: found.state } })
    return found
  }
}

const nothingLeft = {
  en: 'Every value is as it was before this changeset.',
  zh: '所有值均已恢复为此变更集之前的状态。',
}
