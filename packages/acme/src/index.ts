/** A client of certificate authorities (RFC 8555), and the certificates and requests that it needs. */
export * from './der/index.ts'
