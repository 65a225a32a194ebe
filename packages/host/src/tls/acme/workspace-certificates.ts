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
  readonly store: Pick<CertificateStore, 'find' | 'findAll' | 'schedule'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Creates the service `Certificates`. A host counts while the most specific proof of its name is the workspace's. */
export function workspaceCertificates({ db, store, clock }: WorkspaceCertificatesOptions): CertificatesService {
  const isOwner = async (orgId: string, host: string): Promise<boolean> =>
    (await ownerOf(db, nameOfPattern(host))) === orgId
  const assigned = (orgId: string) => db.selectFrom('edge_hosts').select('host').where('org_id', '=', orgId)
  return Object.freeze<CertificatesService>({
    async find(orgId, hosts) {
      const rows = await assigned(orgId).where('host', 'in', hosts).execute()
      const own = await Promise.all(rows.map(async ({ host }) => ({ host, isOwn: await isOwner(orgId, host) })))
      const records = await store.findAll(own.flatMap(({ host, isOwn }) => (isOwn ? [host] : [])))
      return records.map(shown)
    },
    async retry(orgId, host) {
      const row = await assigned(orgId).where('host', '=', host).executeTakeFirst()
      const record = row && (await isOwner(orgId, host)) ? await store.find(host) : undefined
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
