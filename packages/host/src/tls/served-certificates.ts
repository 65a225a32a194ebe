/**
 * Which certificate answers a name, decided from memory:
 *
 *   known host? --no--> files of the operator, else refused
 *    '--yes--> issued for it, or for the wildcard above it --> files that are for it --> issued and expired --> self-signed
 *
 * A wildcard is answered at any depth, but its certificate is for one label (RFC 9525 §6.3). A deeper name is served with a
 * certificate of its own or with the files, else refused: no client would ever trust a self-signed one for it.
 *
 * Without certificates of an authority, the files answer every name.
 */
import { hash, X509Certificate, type KeyObject } from 'node:crypto'
import type { SecureContext } from 'node:tls'
import { createCertificateKey, createSelfSignedCertificate } from '@host/acme'
import type { MaybePromise } from '@host/plugin'
import type { PemPair } from './certificate-files.ts'
import type { CertificateIndex } from './certificate-index.ts'
import type { CertificateEntry, CertificateStore } from './certificate-store.ts'
import type { KnownHosts } from './known-hosts.ts'
import type { ContextSource, SecureContexts } from './secure-contexts.ts'

/** Certificates of an authority. */
export interface IssuedCertificates {
  readonly store: Pick<CertificateStore, 'material'>
  readonly index: Pick<CertificateIndex, 'find'>
  readonly known: Pick<KnownHosts, 'patternOf'>
}

/** Dependencies of the choice. */
export interface ServedCertificatesOptions {
  readonly contexts: Pick<SecureContexts, 'of'>
  /** Undefined where no authority issues any. */
  readonly issued: IssuedCertificates | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The pair of the operator's files. */
interface ServedFiles {
  readonly pair: PemPair
  readonly leaf: X509Certificate
  /** Digest of all certificates: an authority may be added behind the same leaf. */
  readonly version: string
}

const day = 86_400_000
/** Days that a self-signed certificate counts; a process makes another one every day. */
const selfSignedDays = 30

export class ServedCertificates {
  readonly #options: ServedCertificatesOptions
  #files: ServedFiles | undefined
  #ownKey: KeyObject | undefined

  constructor(options: ServedCertificatesOptions) {
    this.#options = options
  }

  /** Takes the pair of the operator's files. @throws Error for a text that is not a certificate */
  setFiles(pair: PemPair): void {
    this.#files = { pair, leaf: new X509Certificate(pair.cert), version: hash('sha256', pair.cert) }
  }

  /** When the certificate of the operator's files counts, in milliseconds since 1970; undefined without files. */
  get filesTimes(): { readonly notBefore: number; readonly notAfter: number } | undefined {
    const { leaf } = this.#files ?? {}
    return leaf && { notBefore: Date.parse(leaf.validFrom), notAfter: Date.parse(leaf.validTo) }
  }

  /**
   * The context for a handshake, at once where it is in memory; undefined refuses the name.
   * @param name as `normalizeHostName` has it; undefined for a client that states none
   * @throws Error where the certificate can't be read
   */
  contextOf(name: string | undefined): MaybePromise<SecureContext | undefined> {
    const source = this.#sourceOf(name)
    if (source === undefined) return undefined
    const context = this.#options.contexts.of(source)
    if (name === undefined || !(context instanceof Promise)) return context
    // One that was deleted a moment ago leaves the host without.
    return context.then((found) => found ?? this.#options.contexts.of(this.#selfSigned(name)))
  }

  /** Whether clients trust the certificate of a name: an authority issued it, or the operator's files are for it. */
  isTrusted(name: string): boolean {
    const { clock, issued } = this.#options
    const now = clock()
    // A host that is not answered any more has its certificate for a while.
    const entry = issued?.known.patternOf(name) === undefined ? undefined : this.#issuedFor(name)
    return (entry?.notAfter ?? 0) > now || this.#isOfFiles(name, now)
  }

  #sourceOf(name: string | undefined): ContextSource | undefined {
    const pattern = name === undefined ? undefined : this.#options.issued?.known.patternOf(name)
    if (name === undefined || pattern === undefined) return this.#fileSource()
    const now = this.#options.clock()
    const entry = this.#issuedFor(name)
    if (entry !== undefined && entry.notAfter > now) return this.#issued(entry)
    if (this.#isOfFiles(name, now)) return this.#fileSource()
    if (entry !== undefined) return this.#issued(entry)
    return isFor(pattern, name) ? this.#selfSigned(pattern) : this.#fileSource()
  }

  /** That of the name itself, unless only the one of the wildcard above it is still valid. */
  #issuedFor(name: string): CertificateEntry | undefined {
    const { issued, clock } = this.#options
    const exact = issued?.index.find(name)
    if (exact !== undefined && exact.notAfter > clock()) return exact
    const wildcard = issued?.index.find(`*${name.slice(name.indexOf('.'))}`)
    return wildcard !== undefined && (exact === undefined || wildcard.notAfter > clock()) ? wildcard : exact
  }

  #isOfFiles(name: string, now: number): boolean {
    const { leaf } = this.#files ?? {}
    return leaf !== undefined && leaf.checkHost(name) !== undefined && Date.parse(leaf.validTo) > now
  }

  #fileSource(): ContextSource | undefined {
    if (this.#files === undefined) return undefined
    const { pair, version } = this.#files
    return { name: 'files', version, load: () => pair }
  }

  #issued({ host, serial }: CertificateEntry): ContextSource {
    return {
      name: `issued ${host}`,
      version: serial,
      load: async () => await this.#options.issued?.store.material(host),
    }
  }

  /** @param host exact, or `*.` and a name */
  #selfSigned(host: string): ContextSource {
    return { name: `self-signed ${host}`, version: '', load: () => this.#sign(host) }
  }

  #sign(host: string): PemPair {
    this.#ownKey ??= createCertificateKey()
    const now = this.#options.clock()
    const { certificate: cert, privateKey: key } = createSelfSignedCertificate({
      names: [host],
      notBefore: new Date(now - day),
      notAfter: new Date(now + selfSignedDays * day),
      privateKey: this.#ownKey,
    })
    return { cert, key }
  }
}

/** Whether certificates for a pattern are for a name. @param pattern exact, or `*.` and a name */
function isFor(pattern: string, name: string): boolean {
  return !pattern.startsWith('*.') || name.slice(name.indexOf('.')) === pattern.slice(1)
}
