import type { HostDatabase } from '../models.ts'
import { givenRole, type Provider } from './provider.ts'

const shared = ['issuer', 'client_id', 'client_secret', 'trusts_second_factor'] as const

/** Finds the enabled providers. Each look-up reads the database, so that a disabled one stops working at once. */
export class ProviderStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  /** Those of the instance, by label. */
  async list(): Promise<readonly Provider[]> {
    return (await this.#ofInstance().orderBy('label').orderBy('id').limit(100).execute()).map(providerOf)
  }

  /** @param name its name in addresses: a key, or the id of a workspace */
  async byName(name: string): Promise<Provider | undefined> {
    if (name.startsWith('org_')) return this.#connection(name, 'w.id')
    const row = await this.#ofInstance().where('key', '=', name).executeTakeFirst()
    return row && providerOf(row)
  }

  bySlug(slug: string): Promise<Provider | undefined> {
    return this.#connection(slug, 'w.slug')
  }

  async byId(id: string): Promise<Provider | undefined> {
    if (id.startsWith('sso_')) return this.#connection(id, 'c.id')
    const row = await this.#ofInstance().where('id', '=', id).executeTakeFirst()
    return row && providerOf(row)
  }

  #ofInstance() {
    return this.#db
      .selectFrom('sign_in_providers')
      .select(['id', 'key', 'kind', 'label', ...shared])
      .where('is_enabled', '=', true)
  }

  async #connection(value: string, column: 'w.id' | 'w.slug' | 'c.id'): Promise<Provider | undefined> {
    const row = await this.#db
      .selectFrom('sso_connections as c')
      .innerJoin('workspaces as w', 'w.id', 'c.org_id')
      .select(['c.id', 'c.org_id', 'c.default_role', 'w.name as label'])
      .select(['c.issuer', 'c.client_id', 'c.client_secret', 'c.trusts_second_factor'])
      .where(column, '=', value)
      .where('c.is_enabled', '=', true)
      .where('w.erase_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return undefined
    return {
      ...clientOf(row),
      id: row.id,
      name: row.org_id,
      kind: 'oidc',
      label: row.label,
      orgId: row.org_id,
      defaultRole: givenRole(row.default_role),
    }
  }
}

interface ClientRow {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly trusts_second_factor: boolean
}

interface ProviderRow extends ClientRow {
  readonly id: string
  readonly key: string
  readonly kind: Provider['kind']
  readonly label: string
}

function providerOf(row: ProviderRow): Provider {
  const { id, key, kind, label } = row
  return { ...clientOf(row), id, name: key, kind, label, orgId: undefined, defaultRole: 'member' }
}

function clientOf({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  trusts_second_factor: trusts,
}: ClientRow) {
  return { issuer, clientId, clientSecret, trustsSecondFactor: trusts }
}
