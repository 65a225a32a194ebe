/** Keys, certificates and requests, without the protocol and its transport. */
export { certificateIdentity } from './certificate-identity.ts'
export { createCertificateKey, readPrivateKey, writePrivateKey } from './certificate-key.ts'
export { createCertificateRequest } from './certificate-request.ts'
export { createChallengeCertificate, createSelfSignedCertificate } from './self-signed-certificate.ts'
export type { CertificatePair, SelfSignedOptions } from './self-signed-certificate.ts'
