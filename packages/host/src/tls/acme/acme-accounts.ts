/** Accounts at authorities. Their keys are made here, sealed, and never change. */
import type { KeyObject } from 'node:crypto'
import {
  AcmeError,
  createCertificateKey,
  readPrivateKey,
  writePrivateKey,
  type AcmeAccount,
  type AcmeClient,
} from '@host/acme'
import type { Place, Vault } from '../../security/encryption/vault.ts'
import type { AcmeConfig } from './acme-config.ts'
import type { AcmeDatabase } from './models.ts'

/** Dependencies of the accounts. */
export interface AcmeAccountsOptions {
  readonly config: Pick<AcmeConfig, 'directory' | 'email' | 'externalAccount'>
  readonly client: AcmeClient
  readonly db: AcmeDatabase
  readonly vault: Pick<Vault, 'seal' | 'open'>
}

export class AcmeAccounts {
  readonly #options: AcmeAccountsOptions

  constructor(options: AcmeAccountsOptions) {
    this.#options = options
  }

  /**
   * The account of the configured authority. Its key is stored before the authority sees it, so a process that dies here
   * finds the same account again.
   *
   * @throws AcmeError, SealBroken
   */
  async open(signal: AbortSignal): Promise<AcmeAccount> {
    const { client, config, db } = this.#options
    const { key, url } = (await this.#read()) ?? (await this.#create())
    if (url !== null) return client.account(key, url)
    const emails = config.email === undefined ? [] : [config.email]
    const account = await client.register(signal, { key, emails, externalAccount: config.externalAccount })
    await db
      .updateTable('host_acme_accounts')
      .set({ url: account.url })
      .where('directory', '=', config.directory)
      .execute()
    return account
  }

  /** The authority does not know the account any more: it is registered again, with its key. */
  async forget(error: unknown): Promise<void> {
    if (!(error instanceof AcmeError && error.code === 'accountDoesNotExist')) return
    const { db, config } = this.#options
    await db.updateTable('host_acme_accounts').set({ url: null }).where('directory', '=', config.directory).execute()
  }

  /** Whether the certificates that are there are of another authority, such as one for tests. */
  async isOther(): Promise<boolean> {
    const { db, config } = this.#options
    const current = db.selectFrom('host_acme_accounts').select('directory').where('is_current', '=', true)
    const row = await current.executeTakeFirst()
    return row !== undefined && row.directory !== config.directory
  }

  /** Notes that certificates are from the configured authority from now on. */
  async setCurrent(): Promise<void> {
    const { db, config } = this.#options
    const accounts = () => db.updateTable('host_acme_accounts')
    await accounts().set({ is_current: false }).where('directory', '!=', config.directory).execute()
    await accounts().set({ is_current: true }).where('directory', '=', config.directory).execute()
  }

  async #read(): Promise<StoredAccount | undefined> {
    const { db, vault, config } = this.#options
    const rows = db.selectFrom('host_acme_accounts').select(['url', 'sealed_key'])
    const row = await rows.where('directory', '=', config.directory).executeTakeFirst()
    if (row === undefined) return undefined
    const key = await vault.open(row.sealed_key, keyPlace(config.directory))
    return { url: row.url, key: readPrivateKey(key.toString()) }
  }

  async #create(): Promise<StoredAccount> {
    const { db, vault, config } = this.#options
    const { directory } = config
    const key = createCertificateKey()
    const sealed = await vault.seal(writePrivateKey(key), keyPlace(directory))
    const added = db.insertInto('host_acme_accounts').values({ directory, sealed_key: sealed, is_current: true })
    await added.onConflict((conflict) => conflict.column('directory').doNothing()).execute()
    // Another process may have been faster.
    return (await this.#read()) ?? { key, url: null }
  }
}

interface StoredAccount {
  readonly key: KeyObject
  readonly url: string | null
}

function keyPlace(directory: string): Place {
  return { plugin: 'host', field: 'acme_accounts.key', row: directory }
}
