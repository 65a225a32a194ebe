import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { certify } from '@host/testing/hostile-lab'

/** One for all tests of a process: a further call would take the trust in the first away. */
const authority = certify('Laboratory')
setDefaultCACertificates([...getCACertificates('default'), authority.cert])

/** A certificate for a name that this process trusts, with its key. */
export function trusted(name: string): { readonly cert: string; readonly key: string } {
  const { cert, key } = certify(name, authority)
  return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }
}
