import type { Parts } from '../parts.ts'

/** What one run of a retention has deleted in a workspace. */
export interface RetentionRun {
  readonly orgId: string
  /** What was deleted, such as `email`. */
  readonly kind: 'email' | 'mail_outgoing' | 'mail_suppression' | 'mail_report'
  readonly target?: string
  readonly deleted: number
}

/** Records a run, unless it has deleted nothing. */
export async function auditDeletion(
  { ctx }: Pick<Parts, 'ctx'>,
  { orgId, kind, target, deleted }: RetentionRun,
): Promise<void> {
  if (deleted === 0) return
  await ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: `${kind}.expired`,
    ...(target !== undefined && { target }),
    after: { deleted },
  })
}

/** Counts of rows by workspace, audited once at the end of a run, of one that is interrupted too. */
export class DeletionCounts {
  readonly #kind: RetentionRun['kind']
  readonly #counts = new Map<string, number>()

  constructor(kind: RetentionRun['kind']) {
    this.#kind = kind
  }

  add(rows: readonly { readonly org_id: string }[]): void {
    for (const { org_id: id } of rows) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
  }

  async audit(parts: Pick<Parts, 'ctx'>): Promise<void> {
    for (const [orgId, deleted] of this.#counts) await auditDeletion(parts, { orgId, kind: this.#kind, deleted })
  }
}
