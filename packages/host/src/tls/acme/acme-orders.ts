/**
 * Orders of certificates, so that one that a process has begun is resumed by the next, and to count them:
 *
 *   (none) --begin--> counted --the authority has it--> open --end--> counted --a day later--> (none)
 */
import type { KeyObject } from 'node:crypto'
import { createCertificateKey, readPrivateKey, writePrivateKey } from '@host/acme'
import type { Place, Vault } from '../../security/encryption/vault.ts'
import type { AcmeDatabase } from './models.ts'
import type { DueHost } from './order-budget.ts'

/** Dependencies of the orders. */
export interface AcmeOrdersOptions {
  readonly directory: string
  readonly db: AcmeDatabase
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** An order that the authority has. */
export interface OpenOrder {
  readonly id: string
  readonly url: string
  readonly key: KeyObject
}

/** An order that was counted. */
export interface BegunOrder {
  readonly id: string
  /** The key that its certificate will have. */
  readonly key: KeyObject
}

const hour = 3_600_000
/** Those that have ended count no more. */
const endedFor = 24 * hour
/** Those that have not: an authority keeps an authorization that waits for about a week. */
const openFor = 30 * 24 * hour

export class AcmeOrders {
  readonly #options: AcmeOrdersOptions

  constructor(options: AcmeOrdersOptions) {
    this.#options = options
  }

  /** Counts an order, before the authority is asked for it. */
  async begin({ host, orgId }: DueHost): Promise<BegunOrder> {
    const { db, vault, directory } = this.#options
    const key = createCertificateKey()
    const sealed = await vault.seal(writePrivateKey(key), keyPlace(host))
    const values = { directory, host, workspace: orgId ?? null, sealed_key: sealed, created_at: this.#before(0) }
    const { id } = await db.insertInto('host_acme_orders').values(values).returning('id').executeTakeFirstOrThrow()
    return { id, key }
  }

  /** @param url of the order at the authority */
  async open(id: string, url: string): Promise<void> {
    await this.#options.db.updateTable('host_acme_orders').set({ url }).where('id', '=', id).execute()
  }

  /** The newest order of a host that has not ended. @throws SealBroken */
  async find(host: string): Promise<OpenOrder | undefined> {
    const { db, vault, directory } = this.#options
    const row = await db
      .selectFrom('host_acme_orders')
      .select(['id', 'url', 'sealed_key'])
      .where('host', '=', host)
      .where('directory', '=', directory)
      .where('url', 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    if (row === undefined || row.url === null || row.sealed_key === null) return undefined
    const key = await vault.open(row.sealed_key, keyPlace(host))
    return { id: row.id, url: row.url, key: readPrivateKey(key.toString()) }
  }

  /** Hosts with an order that has not ended. */
  async openHosts(): Promise<ReadonlySet<string>> {
    const { db, directory } = this.#options
    const orders = db.selectFrom('host_acme_orders').select('host').where('directory', '=', directory)
    const rows = await orders.where('url', 'is not', null).execute()
    return new Set(rows.map(({ host }) => host))
  }

  /** Ends all orders of a host, and forgets their keys. */
  async end(host: string): Promise<void> {
    const ended = { url: null, sealed_key: null }
    await this.#options.db.updateTable('host_acme_orders').set(ended).where('host', '=', host).execute()
  }

  /** Orders of the last hour by workspace; those of the instance by `undefined`. */
  async recent(): Promise<ReadonlyMap<string | undefined, number>> {
    const orders = this.#options.db.selectFrom('host_acme_orders').select('workspace')
    const rows = await orders.where('created_at', '>', this.#before(hour)).execute()
    const counts = new Map<string | undefined, number>()
    for (const { workspace } of rows) counts.set(workspace ?? undefined, (counts.get(workspace ?? undefined) ?? 0) + 1)
    return counts
  }

  /** Forgets those that neither count nor can be resumed. */
  async sweep(): Promise<void> {
    const orders = () => this.#options.db.deleteFrom('host_acme_orders')
    await orders().where('created_at', '<', this.#before(endedFor)).where('url', 'is', null).execute()
    await orders().where('created_at', '<', this.#before(openFor)).execute()
  }

  #before(milliseconds: number): string {
    return new Date(this.#options.clock() - milliseconds).toISOString()
  }
}

function keyPlace(host: string): Place {
  return { plugin: 'host', field: 'acme_orders.key', row: host }
}
