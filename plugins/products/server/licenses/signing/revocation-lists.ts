import type { Tables } from '../../models.ts'
import type { ReadQueries } from '@host/plugin'
import { revocationText } from '../format/revocation-list.ts'
import type { LicenseParts } from '../issue-licenses.ts'

/** How long a list is served from memory, and the lists of how many workspaces. */
const [lifetime, mostLists] = [60_000, 50]
const step = 5_000

/** Signed lists of revoked licenses, by workspace. */
export class RevocationLists {
  readonly #parts: LicenseParts
  readonly #known = new Map<string, { readonly at: number; readonly text: Promise<string> }>()

  constructor(parts: LicenseParts) {
    this.#parts = parts
  }

  /** The list of a workspace, at most a minute old; empty where it has no signing key yet. */
  async of(orgId: string): Promise<string> {
    const now = this.#parts.clock()
    const known = this.#known.get(orgId)
    if (known !== undefined && now >= known.at && now - known.at < lifetime) return await known.text
    this.#known.delete(orgId)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= mostLists) this.#known.delete(oldest)
    const made = { at: now, text: this.#make(orgId, now) }
    this.#known.set(orgId, made)
    made.text.catch(() => this.#known.delete(orgId))
    return await made.text
  }

  async #make(orgId: string, now: number): Promise<string> {
    const db = this.#parts.ctx.db.inWorkspace(orgId, 'list revoked licenses')
    const ids = await revokedIds(db.backgroundReads())
    const facts = { at: Math.floor(now / 1000), workspace: orgId }
    return await this.#parts.signer.sign(db, orgId, (kid) => revocationText(ids, facts, kid))
  }
}

async function revokedIds(db: ReadQueries<Tables>): Promise<readonly string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await db
      .selectFrom('products_licenses')
      .select('id')
      .where('status', '=', 'revoked')
      .where('id', '>', ids.at(-1) ?? '')
      .orderBy('id')
      .limit(step)
      .execute()
    for (const { id } of rows) ids.push(id)
    if (rows.length < step) return ids
  }
}
