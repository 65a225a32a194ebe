/** Certificates of one workspace, for the pages of its domains. */
import { Problem } from '@host/plugin'
import type { CertificatesService, HostCertificate } from '@host/plugin/platform'
import { ownersOf, type EdgeQueries } from '../../pipeline/edge/edge-reader.ts'
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
  /** Those of the hosts whose names the workspace owns. */
  const owned = async (orgId: string, hosts: readonly string[]): Promise<readonly string[]> => {
    const owners = await ownersOf(db, hosts.map(nameOfPattern))
    return hosts.filter((host) => owners.get(nameOfPattern(host)) === orgId)
  }
  const assigned = (orgId: string) => db.selectFrom('edge_hosts').select('host').where('org_id', '=', orgId)
  return Object.freeze<CertificatesService>({
    async find(orgId, hosts) {
      const rows = await assigned(orgId).where('host', 'in', hosts).execute()
      const own = await owned(
        orgId,
        rows.map(({ host }) => host),
      )
      return (await store.findAll(own)).map(shown)
    },
    async retry(orgId, host) {
      const row = await assigned(orgId).where('host', '=', host).executeTakeFirst()
      const [own] = row === undefined ? [] : await owned(orgId, [host])
      const record = own === undefined ? undefined : await store.find(own)
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
