/** How the host proves a name: in its zone where the workspace manages that here, else by an answer of its processes. */
import type { AcmeAuthorization, AcmeChallenge, ChallengeProof, ChallengeSolver, ChallengeType } from '@host/acme'
import type { AcmeConfig } from './acme-config.ts'
import { CertificateFailure, type FailureCode } from './certificate-failure.ts'
import type { DnsChallenges } from './dns-challenges.ts'
import type { DueHost } from './order-budget.ts'
import type { PublishedChallenges } from './published-challenges.ts'

/** Dependencies of a solver. */
export interface HostSolverOptions {
  readonly dns: Pick<DnsChallenges, 'has' | 'publish'>
  readonly published: Pick<PublishedChallenges, 'publish'>
  readonly challenge: AcmeConfig['challenge']
}

/** A host to be proved. */
export interface UnprovedHost extends DueHost {
  /** Code of the failure of its last order; undefined where that did not fail. */
  readonly problem: string | undefined
}

/** Failures of a proof in a zone, after which a name is proved by an answer of the host. */
const zoneFailures: ReadonlySet<string | undefined> = new Set<FailureCode>(['dns_approval', 'dns_change'])

/** The ways to prove a host. */
export interface HostProofs {
  /** The workspace in whose zone it is; undefined for a host in none. */
  readonly zoneOwner: string | undefined
  /** The preferred one first. */
  readonly methods: readonly ChallengeType[]
}

/** @throws CertificateFailure `no_zone` for a wildcard outside of the workspace's zones */
export async function hostProofs(
  { host, orgId, problem }: UnprovedHost,
  { dns, challenge }: Pick<HostSolverOptions, 'dns' | 'challenge'>,
): Promise<HostProofs> {
  const isWildcard = host.startsWith('*.')
  const zoneOwner = orgId !== undefined && (await dns.has(orgId, isWildcard ? host.slice(2) : host)) ? orgId : undefined
  if (isWildcard && zoneOwner === undefined) {
    throw new CertificateFailure('no_zone', `No zone of the workspace has the name ${host.slice(2)}.`)
  }
  if (isWildcard) return { zoneOwner, methods: ['dns-01'] }
  const answers = byAnswer(challenge)
  if (zoneOwner === undefined) return { zoneOwner, methods: answers }
  return { zoneOwner, methods: zoneFailures.has(problem) ? [...answers, 'dns-01'] : ['dns-01', ...answers] }
}

/** Proves a host in one of some ways. */
export function hostSolver(
  { zoneOwner, methods }: HostProofs,
  { dns, published }: Pick<HostSolverOptions, 'dns' | 'published'>,
  signal: AbortSignal,
): ChallengeSolver {
  return {
    choose: ({ challenges }: AcmeAuthorization) => firstOf(challenges, methods),
    async publish({ challenge: { type, token }, name, keyAuthorization }: ChallengeProof) {
      if (type === 'http-01') return await published.publish({ kind: type, subject: token, keyAuthorization })
      if (type === 'tls-alpn-01') return await published.publish({ kind: type, subject: name, keyAuthorization })
      return await dns.publish({ orgId: zoneOwner ?? '', name, keyAuthorization }, signal)
    },
  }
}

/** The one that the operator chose comes first: only it may reach this host. */
function byAnswer(chosen: AcmeConfig['challenge']): readonly ChallengeType[] {
  return chosen === 'http-01' ? ['http-01', 'tls-alpn-01'] : ['tls-alpn-01', 'http-01']
}

function firstOf(challenges: readonly AcmeChallenge[], preferred: readonly ChallengeType[]): AcmeChallenge | undefined {
  return preferred.map((type) => challenges.find((each) => each.type === type)).find((each) => each !== undefined)
}
