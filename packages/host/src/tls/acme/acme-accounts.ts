/** Accounts at authorities. Their keys are made here, sealed, and never change. */
import type { KeyObject } from 'node:crypto'
import {
  AcmeError,
  createCertificateKey,
  readPrivateKey,
  writePrivateKey,
  type AcmeAccount,
  type AcmeClient,
  type AcmeErrorCode,
} from '@host/acme'
import type { Log } from '@host/plugin'
import type { Place, Vault } from '../../security/encryption/vault.ts'
import type { AcmeConfig } from './acme-config.ts'
import type { AcmeDatabase } from './models.ts'

/** Dependencies of the accounts. */
export interface AcmeAccountsOptions {
  readonly config: Pick<AcmeConfig, 'directory' | 'email' | 'externalAccount'>
  readonly client: AcmeClient
  readonly db: AcmeDatabase
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly log: Pick<Log, 'warn'>
}

export class AcmeAccounts {
  readonly #options: AcmeAccountsOptions
  /** Whether the authority has refused the present email address: it is not sent again with each order. */
  #isEmailRefused = false

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
    const { key, url, email } = (await this.#read()) ?? (await this.#create())
    if (url !== null) {
      const account = client.account(key, url)
      if (email !== (config.email ?? noEmail)) await this.#updateEmail(account, signal)
      return account
    }
    const account = await client.register(signal, {
      key,
      emails: this.#emails,
      externalAccount: config.externalAccount,
    })
    const registered = { url: account.url, email: config.email ?? noEmail }
    await db.updateTable('host_acme_accounts').set(registered).where('directory', '=', config.directory).execute()
    return account
  }

  get #emails(): readonly string[] {
    const { email } = this.#options.config
    return email === undefined ? [] : [email]
  }

  /** The operator has changed the address. Orders don't wait for it: one that fails is tried again with the next order. */
  async #updateEmail(account: AcmeAccount, signal: AbortSignal): Promise<void> {
    const { config, db, log } = this.#options
    if (this.#isEmailRefused) return
    try {
      await account.updateContact(signal, this.#emails)
      const row = db.updateTable('host_acme_accounts').set({ email: config.email ?? noEmail })
      await row.where('directory', '=', config.directory).execute()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AcmeError && error.code === 'accountDoesNotExist') throw error
      this.#isEmailRefused = error instanceof AcmeError && refusals.has(error.code)
      log.warn('The authority did not take the address in HOST_ACME_EMAIL', { error })
    }
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
    const rows = db.selectFrom('host_acme_accounts').select(['url', 'sealed_key', 'email'])
    const row = await rows.where('directory', '=', config.directory).executeTakeFirst()
    if (row === undefined) return undefined
    const key = await vault.open(row.sealed_key, keyPlace(config.directory))
    return { url: row.url, email: row.email, key: readPrivateKey(key.toString()) }
  }

  async #create(): Promise<StoredAccount> {
    const { db, vault, config } = this.#options
    const { directory } = config
    const key = createCertificateKey()
    const sealed = await vault.seal(writePrivateKey(key), keyPlace(directory))
    const added = db.insertInto('host_acme_accounts').values({ directory, sealed_key: sealed, is_current: true })
    await added.onConflict((conflict) => conflict.column('directory').doNothing()).execute()
    // Another process may have been faster.
    return (await this.#read()) ?? { key, url: null, email: null }
  }
}

interface StoredAccount {
  readonly key: KeyObject
  readonly url: string | null
  /** Null where it is not known, such as in an account that is older than its column. */
  readonly email: string | null
}

/** The stored address of an account whose authority has none. */
const noEmail = ''

const refusals: ReadonlySet<AcmeErrorCode> = new Set(['invalidContact', 'unsupportedContact', 'malformed'])

function keyPlace(directory: string): Place {
  return { plugin: 'host', field: 'acme_accounts.key', row: directory }
}
