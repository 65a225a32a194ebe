import { randomBytes } from 'node:crypto'
import type { InstanceTables, ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Salts kept in memory. */
const most = 2_000

/** The secrets of workspaces for a day, the same on every process. */
export class DaySalts {
  readonly #open: () => ScopedDatabase<InstanceTables<Tables>>
  readonly #known = new Map<string, string>()

  constructor(open: () => ScopedDatabase<InstanceTables<Tables>>) {
    this.#open = open
  }

  async of(orgId: string, day: string): Promise<string> {
    const key = `${orgId} ${day}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const salt = await this.#read(orgId, day)
    if (this.#known.size >= most) this.#known.clear()
    this.#known.set(key, salt)
    return salt
  }

  async #read(orgId: string, day: string): Promise<string> {
    const salt = randomBytes(32).toString('base64url')
    const db = this.#open()
    await db
      .insertInto('links_salts')
      .values({ org_id: orgId, day, salt })
      .onConflict((conflict) => conflict.columns(['org_id', 'day']).doNothing())
      .execute()
    const stored = db.selectFrom('links_salts').select('salt').where('org_id', '=', orgId).where('day', '=', day)
    return (await stored.executeTakeFirstOrThrow()).salt
  }
}
