import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of a certificate and its key. */
export interface CertificatePair {
  readonly cert: string
  readonly key: string
}

/** An authority for tests, which issues certificates with OpenSSL. */
export class TestAuthority {
  /** The certificate of the authority. */
  readonly ca: string
  readonly #folder: string
  readonly #key: string

  /** @param folder where all files are written */
  constructor(folder: string, name: string) {
    this.#folder = folder
    this.ca = join(folder, `${name}.pem`)
    this.#key = join(folder, `${name}.key`)
    openssl('req', '-x509', ...newKey(this.#key), '-out', this.ca, '-subj', `/CN=${name}`, '-days', '2')
  }

  /** A certificate for a name, which is that of a server or of a role. */
  issue(name: string): CertificatePair {
    const at = (end: string): string => join(this.#folder, `${name}.${end}`)
    const [cert, key, request, extensions] = [at('pem'), at('key'), at('csr'), at('ext')]
    writeFileSync(extensions, `subjectAltName=DNS:${name}\n`)
    openssl('req', '-new', ...newKey(key), '-out', request, '-subj', `/CN=${name}`)
    const signed = ['-CA', this.ca, '-CAkey', this.#key, '-CAcreateserial', '-days', '2']
    openssl('x509', '-req', '-in', request, ...signed, '-extfile', extensions, '-out', cert)
    return { cert, key }
  }
}

function newKey(path: string): readonly string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', path]
}

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', [...args], { stdio: 'ignore' })
}
