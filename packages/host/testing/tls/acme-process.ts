/** One process that orders certificates, on a database and at an authority that it shares with others. */
import { setTimeout as pause } from 'node:timers/promises'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { CertificatesService } from '@host/plugin/platform'
import type { Bus } from '../../src/database/bus/bus.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import { JoiningTransactor } from '../../src/database/joining-transactor.ts'
import { identityModels } from '../../src/identity/index.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { edgeModels } from '../../src/pipeline/edge/models.ts'
import type { AcmeConfig } from '../../src/tls/acme/acme-config.ts'
import {
  createCertificates,
  type Certificates,
  type CertificatesOptions,
} from '../../src/tls/acme/create-certificates.ts'
import { workspaceCertificates } from '../../src/tls/acme/workspace-certificates.ts'
import { CertificateStore } from '../../src/tls/certificate-store.ts'
import { tlsModels } from '../../src/tls/models.ts'
import type { TestDatabase } from '../database/test-databases.ts'
import { openLabVault } from '../security/encryption/lab-vault.ts'

/** An authority of a test. */
export interface AcmeAuthority {
  readonly directory: string
  /** PEM by which its directory is trusted. */
  readonly roots: string
  /** Of the resolver of its names, on 127.0.0.1. */
  readonly resolverPort: number
}

/** A process that orders certificates. */
export interface AcmeProcess extends Certificates {
  readonly store: CertificateStore
  readonly database: Database
  readonly service: CertificatesService
  /** Looks for what is due, as its job does. */
  run(signal?: AbortSignal): Promise<void>
}

/** What a process does not share with all others. */
export interface AcmeProcessOptions extends Pick<
  CertificatesOptions,
  'clock' | 'coherence' | 'dns' | 'isDnsOn' | 'own' | 'recorder' | 'serves' | 'stateOf' | 'transport'
> {
  readonly authority: AcmeAuthority
  readonly config?: Partial<Pick<AcmeConfig, 'challenge' | 'externalAccount' | 'profile' | 'email'>>
  /** As `HOST_SECRET_KEY` has them. */
  readonly keys: readonly string[]
  readonly bus: Bus
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Opens a process on a database with the tables of the host. */
export async function openAcmeProcess(
  fresh: Pick<TestDatabase, 'url' | 'open'>,
  options: AcmeProcessOptions,
): Promise<AcmeProcess> {
  const { authority, keys, clock, bus, config = {} } = options
  const { vault, database } = await openLabVault(fresh, { keys })
  const data = new DataAccess({ database, owners: [{ name: 'host', models: hostModels }], onDoor: () => undefined })
  const db = data.forHost(tlsModels, new JoiningTransactor(database))
  const store = new CertificateStore({ db, database, vault, bus, clock })
  const { challenge = 'http-01', email, externalAccount, profile } = config
  const { directory, roots, resolverPort } = authority
  const certificates = createCertificates({
    ...options,
    config: { directory, email, externalAccount, profile, challenge, roots: [roots] },
    store,
    database,
    data,
    vault,
    log: quiet,
    jobs: { handle: () => undefined, schedule: () => undefined, enqueueForInstance: async () => 'job' },
    outbound: new OutboundPolicy(),
    resolvers: { addresses: ['127.0.0.1'], port: resolverPort },
    version: '1.0.0',
    leaseEvery: 50,
    wait: async (signal, milliseconds) => await pause(Math.min(milliseconds, 20), undefined, { signal }),
  })
  const run = async (signal = AbortSignal.timeout(60_000)): Promise<void> => await certificates.renewal.run(signal)
  const edge = data.forHost([...edgeModels, ...identityModels] as const)
  const service = workspaceCertificates({ db: edge, store, clock })
  return { ...certificates, store, database, service, run }
}
