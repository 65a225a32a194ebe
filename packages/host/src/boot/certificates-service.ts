import type { CertificatesService } from '@host/plugin/platform'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { identityModels } from '../identity/index.ts'
import { edgeModels } from '../pipeline/edge/models.ts'
import type { SharedParts } from './service-parts.ts'

/** The service `Certificates`; its code is loaded by the first call. @returns undefined where no authority issues any */
export function certificatesService(host: SharedParts): CertificatesService | undefined {
  if (host.config.acme === undefined) return undefined
  let opened: Promise<CertificatesService> | undefined
  const open = async (): Promise<CertificatesService> => await (opened ??= load(host))
  return Object.freeze<CertificatesService>({
    find: async (orgId, hosts) => await (await open()).find(orgId, hosts),
    retry: async (orgId, name) => await (await open()).retry(orgId, name),
  })
}

async function load({ data, database, safety, bus, parts }: SharedParts): Promise<CertificatesService> {
  const [{ CertificateStore }, { tlsModels }, { workspaceCertificates }] = await Promise.all([
    import('../tls/certificate-store.ts'),
    import('../tls/models.ts'),
    import('../tls/acme/workspace-certificates.ts'),
  ])
  const { clock } = parts
  const joining = new JoiningTransactor(database)
  const db = data.forHost(tlsModels, joining)
  const store = new CertificateStore({ db, database, vault: safety.vault, bus, clock })
  return workspaceCertificates({ db: data.forHost([...edgeModels, ...identityModels] as const), store, clock })
}
