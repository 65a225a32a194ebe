import { createSelfSignedCertificate } from '@host/acme'
import type { PemPair } from '../../src/tls/certificate-files.ts'

const day = 86_400_000

/** A certificate for names, with its key. @param days from now to its end, less than 0 for one that has expired */
export function selfSigned(names: readonly string[], days = 90): PemPair {
  const notAfter = new Date(Date.now() + days * day)
  const notBefore = new Date(notAfter.getTime() - 100 * day)
  const { certificate, privateKey } = createSelfSignedCertificate({ names, notBefore, notAfter })
  return { cert: certificate, key: privateKey }
}
