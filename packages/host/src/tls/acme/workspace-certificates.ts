/** Certificates of one workspace, for the pages of its domains. */
import { Problem } from '@host/plugin'
import type { CertificatesService, HostCertificate } from '@host/plugin/platform'
import { ownerOf, type EdgeQueries } from '../../pipeline/edge/edge-reader.ts'
import { nameOfPattern } from '../../pipeline/edge/edge-subjects.ts'
import type { CertificateRecord, CertificateStore } from '../certificate-store.ts'
import { problemSentence } from './certificate-problems.ts'

/** Dependencies of the service. */
export interface WorkspaceCertificatesOptions {
  readonly db: EdgeQueries
  readonly store: Pick<CertificateStore, 'find' | 'schedule'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const mostHosts = 200

/** Creates the service `Certificates`. A host counts while the most specific proof of its name is the workspace's. */
export function workspaceCertificates({ db, store, clock }: WorkspaceCertificatesOptions): CertificatesService {
  const find = async (orgId: string, host: string): Promise<CertificateRecord | undefined> =>
    (await ownerOf(db, nameOfPattern(host))) === orgId ? await store.find(host) : undefined
  const assigned = (orgId: string) => db.selectFrom('edge_hosts').select('host').where('org_id', '=', orgId)
  // Names have neither of the characters that a pattern could mean something by.
  const assignedBelow = (orgId: string, name: string) =>
    assigned(orgId).where((where) => where.or([where('host', '=', name), where('host', 'like', `%.${name}`)]))
  return Object.freeze<CertificatesService>({
    async list(orgId, { below } = {}) {
      const chosen = below === undefined ? assigned(orgId) : assignedBelow(orgId, below)
      const hosts = await chosen.orderBy('host').limit(mostHosts).execute()
      const records = await Promise.all(hosts.map(({ host }) => find(orgId, host)))
      return records.flatMap((record) => (record === undefined ? [] : [shown(record)]))
    },
    async retry(orgId, host) {
      const row = await assigned(orgId).where('host', '=', host).executeTakeFirst()
      const record = row && (await find(orgId, host))
      if (record === undefined) throw new Problem('not_found')
      if (record.state !== 'failed') throw new Problem('conflict', { detail: notFailed })
      await store.schedule(host, clock())
    },
  })
}

const notFailed = {
  en: 'The certificate of this host has not failed.',
  zh: '此主机的证书没有失败。',
}

function shown({ host, state, issuer, notAfter, nextAttemptAt, problem }: CertificateRecord): HostCertificate {
  return Object.freeze<HostCertificate>({
    host,
    state,
    issuer: issuer ?? null,
    notAfter: notAfter ?? null,
    nextAttemptAt: nextAttemptAt ?? null,
    trouble: problem === undefined ? null : { ...problem, reason: problemSentence(problem.code) },
  })
}
