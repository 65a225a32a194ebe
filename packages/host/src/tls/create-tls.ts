/** HTTPS of the host itself. Nothing imports this file but `boot/open-tls.ts`, where the configuration has it. */
import { normalizeHostName, type Log } from '@host/plugin'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import type { Bus } from '../database/bus/bus.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { ConnectionSource } from '../http/connection-source.ts'
import type { LiveMetrics } from '../observability/metrics/live-metrics.ts'
import { edgeModels } from '../pipeline/edge/models.ts'
import type { HostCheck } from '../support/host-checks.ts'
import type { Peers } from '../request/peers.ts'
import type { Vault } from '../security/encryption/vault.ts'
import { checkCertificates, tlsFamilies } from './certificate-health.ts'
import { CertificateFiles } from './certificate-files.ts'
import { CertificateIndex } from './certificate-index.ts'
import { certificatesTitle } from './certificate-texts.ts'
import { CertificateStore } from './certificate-store.ts'
import type { ChallengeAnswers } from './challenge-answers.ts'
import { KnownHosts } from './known-hosts.ts'
import { tlsModels } from './models.ts'
import { PlainRequests } from './plain-requests.ts'
import { SecureContexts } from './secure-contexts.ts'
import { ServedCertificates } from './served-certificates.ts'
import { TicketKeys } from './ticket-keys.ts'
import type { TlsConfig } from './tls-config.ts'
import { TlsFront } from './tls-front.ts'

/** Dependencies of HTTPS. */
export interface TlsOptions {
  readonly config: TlsConfig
  readonly publicUrl: URL | undefined
  /** The host that all workspaces share, as `normalizeHostName` has it. */
  readonly sharedHost: string | undefined
  /** Time for a whole handshake, in milliseconds. */
  readonly timeout: number
  readonly database: Database
  readonly data: DataAccess
  readonly vault: Vault
  readonly bus: Bus
  readonly peers: Pick<Peers, 'isSecureMessage'>
  readonly metrics: Pick<LiveMetrics, 'add'>
  readonly source: ConnectionSource | undefined
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Certificates of an authority, for the process that orders them. */
export interface AcmeParts {
  readonly store: CertificateStore
  readonly index: CertificateIndex
  readonly known: KnownHosts
}

/** HTTPS of a host. */
export interface HostTls {
  readonly front: TlsFront
  readonly plain: PlainRequests
  /** Undefined where no authority issues certificates. */
  readonly acme: AcmeParts | undefined
  /** Sets the answers of pending challenges; none are answered before. */
  answerChallenges(answers: ChallengeAnswers): void
  readonly check: HostCheck
  /** Reads the certificates, and keeps them current. @returns a function that stops it @throws BootError */
  start(): Promise<() => Promise<void>>
}

const fileUse = { use: 'HTTPS', variables: { cert: 'HOST_TLS_CERT', key: 'HOST_TLS_KEY' } } as const

/** Creates HTTPS; it reads nothing before its start. */
export function createTls(options: TlsOptions): HostTls {
  const { config, publicUrl, sharedHost, vault, clock, metrics } = options
  const publicHost = normalizeHostName(publicUrl?.host ?? '')
  const own = [publicHost, sharedHost].filter((name) => name !== undefined)
  const acme = config.isAcme ? createAcmeParts(options, own) : undefined
  const contexts = new SecureContexts(new TicketKeys(vault, clock))
  const certificates = new ServedCertificates({ contexts, issued: acme, clock })
  let challenges: ChallengeAnswers | undefined
  const front = new TlsFront({
    ...options,
    address: config.listen,
    contextOf: (name, isChallenge) =>
      isChallenge ? challengeContext(contexts, challenges, name) : certificates.contextOf(name),
  })
  const plain = new PlainRequests({
    ...options,
    own,
    known: acme?.known,
    certificates,
    challenges: () => challenges,
  })
  const health = { certificates, index: acme?.index, publicHost, clock }
  metrics.add(async () => tlsFamilies(health, front.counts))
  return Object.freeze<HostTls>({
    front,
    plain,
    acme,
    answerChallenges: (answers) => void (challenges = answers),
    check: {
      name: 'certificates',
      title: certificatesTitle,
      read: async (language) => checkCertificates(health, { language, failing: await acme?.store.failing() }),
    },
    start: async () => await start(options, certificates, acme),
  })
}

function createAcmeParts({ database, data, vault, bus, log, clock }: TlsOptions, own: readonly string[]): AcmeParts {
  const db = data.forHost(tlsModels, new JoiningTransactor(database))
  const store = new CertificateStore({ db, database, vault, bus, clock })
  const index = new CertificateIndex({ store, bus, log })
  const known = new KnownHosts({ own, db: data.forHost(edgeModels), bus, log })
  return Object.freeze<AcmeParts>({ store, index, known })
}

async function start(
  { config, log }: TlsOptions,
  certificates: ServedCertificates,
  acme: AcmeParts | undefined,
): Promise<() => Promise<void>> {
  await using opened = new AsyncDisposableStack()
  if (config.files !== undefined) {
    const files = await CertificateFiles.open(config.files, { log, ...fileUse })
    certificates.setFiles(files.pair)
    opened.defer(files.watch((pair) => certificates.setFiles(pair)))
  }
  if (acme !== undefined) {
    opened.defer(await acme.index.start())
    opened.defer(await acme.known.start())
  }
  const held = opened.move()
  return async () => await held.disposeAsync()
}

/** A challenge certificate is made for one look at it; the version tells it from that of the last challenge. */
async function challengeContext(
  contexts: SecureContexts,
  challenges: ChallengeAnswers | undefined,
  name: string | undefined,
) {
  const pair = name === undefined ? undefined : await challenges?.challengeCertificate(name)
  if (name === undefined || pair === undefined) return undefined
  return await contexts.of({ name: `challenge ${name}`, version: pair.cert, load: () => pair })
}
