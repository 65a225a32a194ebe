import type { ChangeRows, InEither } from './change-row.ts'

/** Changes of certificates for HTTPS, by their kind. */
export interface CertificateChangeFacts {
  'certificate.issued': InEither & {
    /** Exact, or `*.` and a name. */
    readonly host: string
    readonly serial: string
    readonly issuer: string
    /** ISO 8601. */
    readonly notAfter: string
  }
  'certificate.failed': InEither & {
    readonly host: string
    /** Such as `dns`. */
    readonly code: string
    /** May have the words of the authority. */
    readonly detail: string
  }
}

export const certificateRows = {
  'certificate.issued': {
    entry: ({ host, serial, issuer, notAfter }) => ({ target: `host:${host}`, after: { serial, issuer, notAfter } }),
    event: ({ host, serial, issuer, notAfter }) => ({
      name: 'certificate.issued',
      data: { host, serial, issuer, notAfter },
    }),
  },
  'certificate.failed': {
    entry: ({ host, code, detail }) => ({ target: `host:${host}`, after: { code, detail } }),
    event: ({ host, code, detail }) => ({ name: 'certificate.failed', data: { host, code, detail } }),
  },
} as const satisfies ChangeRows<CertificateChangeFacts>
