/** Certificates from an authority: everything that is loaded with `HOST_TLS=acme` and not without. */
import { AcmeClient, createChallengeCertificate, type AcmeTransport, type Wait } from '@host/acme'
import type { ChangesetState, DnsService, JobsService, Log } from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { DnsResolvers } from '@host/plugin/platform'
import type { Database } from '../../database/database.ts'
import type { DataAccess } from '../../database/data-access.ts'
import { JoiningTransactor } from '../../database/joining-transactor.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import { edgeModels } from '../../pipeline/edge/models.ts'
import type { Coherence } from '../../security/coherence/coherence.ts'
import type { Vault } from '../../security/encryption/vault.ts'
import type { CertificateStore } from '../certificate-store.ts'
import type { ChallengeAnswers } from '../challenge-answers.ts'
import { AcmeAccounts } from './acme-accounts.ts'
import type { AcmeConfig } from './acme-config.ts'
import { scheduleRenewals } from './acme-jobs.ts'
import { AcmeOrders } from './acme-orders.ts'
import { acmeTransport } from './acme-transport.ts'
import { CertificateRenewal } from './certificate-renewal.ts'
import { DnsChallenges } from './dns-challenges.ts'
import { acmeModels } from './models.ts'
import { hasText } from './name-server-texts.ts'
import { PublishedChallenges } from './published-challenges.ts'
import { RenewalLease } from './renewal-lease.ts'
import { caaReader } from './read-caa.ts'
import { wantedHosts, type WantedHostsOptions } from './wanted-hosts.ts'

/** Dependencies of the certificates. */
export interface CertificatesOptions extends Pick<WantedHostsOptions, 'own' | 'serves'> {
  readonly config: AcmeConfig
  readonly store: CertificateStore
  readonly database: Database
  readonly data: DataAccess
  readonly coherence: Coherence
  readonly vault: Vault
  readonly recorder: ChangeRecorder
  readonly jobs: Pick<JobsService, 'handle' | 'schedule' | 'enqueueForInstance'>
  /** DNS in the name of the host; undefined in a build without it. */
  readonly dns: () => DnsService | undefined
  /** Whether the feature that manages zones is on in a workspace. */
  readonly isDnsOn: (orgId: string) => Promise<boolean>
  /** The state of a changeset of DNS; undefined for an unknown one. */
  readonly stateOf: (orgId: string, changesetId: string) => Promise<ChangesetState | undefined>
  readonly outbound: OutboundPolicy
  readonly resolvers: DnsResolvers | undefined
  /** Version of the host, for the authority. */
  readonly version: string
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Pauses between looks at the authority. Default: the system's timers. */
  readonly wait?: Wait
  /** Milliseconds between two extensions of the lease. Default: 30 seconds. */
  readonly leaseEvery?: number
  /** Default: the host's client for the configured directory. */
  readonly transport?: AcmeTransport
}

/** Certificates from an authority. */
export interface Certificates {
  readonly renewal: CertificateRenewal
  readonly answers: ChallengeAnswers
  /** Looks at once for what is due, on one process. */
  look(): Promise<void>
}

const token = /^[\w-]{16,200}$/

/** Creates them, and schedules their renewal. */
export function createCertificates(options: CertificatesOptions): Certificates {
  const { config, data, database, coherence, clock, outbound, resolvers, jobs } = options
  const joining = new JoiningTransactor(database)
  const db = data.forHost(acmeModels, joining)
  const published = new PublishedChallenges({ db, coherence, clock })
  const client = new AcmeClient({
    directoryUrl: config.directory,
    transport: options.transport ?? acmeTransport(config),
    userAgent: `host/${options.version}`,
    clock,
  })
  const dnsChallenges = new DnsChallenges({
    ...options,
    db,
    isVisible: (name, text, signal) => hasText({ name, text }, { outbound, resolvers }, signal),
  })
  const renewal = new CertificateRenewal({
    ...options,
    client,
    published,
    accounts: new AcmeAccounts({ ...options, client, db }),
    orders: new AcmeOrders({ ...options, directory: config.directory, db }),
    dns: dnsChallenges,
    lease: new RenewalLease({ ...options, db }),
    challenge: config.challenge,
    profile: config.profile,
    readCaa: caaReader(resolvers),
    wanted: async () => await wantedHosts({ ...options, db: data.forHost(edgeModels) }),
    inTransaction: async (work) => await db.transaction(work),
  })
  return Object.freeze<Certificates>({
    renewal,
    look: scheduleRenewals(jobs, renewal),
    answers: challengeAnswers(published, clock),
  })
}

function challengeAnswers(published: PublishedChallenges, clock: () => number): ChallengeAnswers {
  return Object.freeze<ChallengeAnswers>({
    httpAnswer: async (text) => (token.test(text) ? await published.find('http-01', text) : undefined),
    async challengeCertificate(host) {
      const text = await published.find('tls-alpn-01', host)
      if (text === undefined) return undefined
      const { certificate: cert, privateKey: key } = createChallengeCertificate(host, text, new Date(clock()))
      return { cert, key }
    },
  })
}
