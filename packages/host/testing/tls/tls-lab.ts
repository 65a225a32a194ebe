import type { Bus } from '../../src/database/bus/bus.ts'
import { openBus } from '../../src/database/bus/open-bus.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import { JoiningTransactor } from '../../src/database/joining-transactor.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { edgeModels, type EdgeDatabase } from '../../src/pipeline/edge/models.ts'
import { newSecretKey } from '../../src/security/encryption/secret-key.ts'
import { CertificateIndex } from '../../src/tls/certificate-index.ts'
import { CertificateStore } from '../../src/tls/certificate-store.ts'
import { tlsModels } from '../../src/tls/models.ts'
import { hostTables } from '../database/host-tables.ts'
import type { TestDatabase, TestDatabaseProduct } from '../database/test-databases.ts'
import { openLabVault } from '../security/encryption/lab-vault.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** A store of certificates on a database, with what a process holds of it in memory. */
export interface LabCertificates {
  readonly store: CertificateStore
  readonly index: CertificateIndex
  readonly database: Database
  readonly bus: Bus
  readonly edge: EdgeDatabase
}

/** Processes on one database, each with a store and an index; on SQLite they share one bus. */
export class TlsLab implements AsyncDisposable {
  readonly #opened = new AsyncDisposableStack()
  readonly #fresh: TestDatabase
  readonly #keys = [newSecretKey()]
  #shared: Bus | undefined

  /** Starts a lab on an empty database. */
  static async start(product: TestDatabaseProduct): Promise<TlsLab> {
    return new TlsLab(await product.create(hostTables))
  }

  constructor(fresh: TestDatabase) {
    this.#fresh = this.#opened.use(fresh)
  }

  /** Variables for a host on the same database. */
  get environment(): Readonly<Record<string, string>> {
    return { HOST_DATABASE_URL: this.#fresh.url, HOST_SECRET_KEY: this.#keys.join(',') }
  }

  /** One more process. */
  async process(): Promise<LabCertificates> {
    const { vault, database } = await openLabVault(this.#fresh, { keys: this.#keys })
    const bus = this.#shared ?? (await this.#openBus())
    if (database.dialect === 'sqlite') this.#shared = bus
    const data = new DataAccess({ database, owners: [{ name: 'host', models: hostModels }], onDoor: () => undefined })
    const db = data.forHost(tlsModels, new JoiningTransactor(database))
    const store = new CertificateStore({ db, database, vault, bus, clock: Date.now })
    const index = new CertificateIndex({ store, bus, log: quiet })
    this.#opened.defer(await index.start())
    return { store, index, database, bus, edge: data.forHost(edgeModels) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync()
  }

  async #openBus(): Promise<Bus> {
    return this.#opened.use(await openBus({ databaseUrl: this.#fresh.url, log: quiet, line: undefined }))
  }
}
