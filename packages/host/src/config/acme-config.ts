import type { AcmeConfig } from '../tls/acme/acme-config.ts'
import type { Read } from './config.ts'

/** @returns undefined without `HOST_TLS=acme`; mistakes are added to `problems` */
export function acmeOf(read: Read, problems: string[]): AcmeConfig | undefined {
  // A variable is read, so that its mistakes are reported, also while it has no effect.
  const [keyId, key] = [read('HOST_ACME_EAB_KEY_ID'), read('HOST_ACME_EAB_KEY')]
  const config = {
    directory: read('HOST_ACME_DIRECTORY') ?? '',
    email: read('HOST_ACME_EMAIL'),
    externalAccount: keyId === undefined || key === undefined ? undefined : Object.freeze({ keyId, key }),
    roots: read('HOST_ACME_ROOTS'),
    profile: read('HOST_ACME_PROFILE'),
    challenge: read('HOST_ACME_CHALLENGE') ?? 'http-01',
  }
  if (keyId !== undefined && key === undefined) problems.push(missing('HOST_ACME_EAB_KEY', 'HOST_ACME_EAB_KEY_ID'))
  if (key !== undefined && keyId === undefined) problems.push(missing('HOST_ACME_EAB_KEY_ID', 'HOST_ACME_EAB_KEY'))
  return read('HOST_TLS') === 'acme' ? Object.freeze<AcmeConfig>(config) : undefined
}

function missing(name: string, other: string): string {
  return `${name}: it is missing; set it together with ${other}.`
}
