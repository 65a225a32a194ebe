/**
 * The files of TLS to PostgreSQL. They become parameters of the database's address, which every connection of the host is
 * made with, so that the pool, the listeners and the threads all use them. The driver reads them at each connection, and so
 * takes renewed ones.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Paths of PEM files. */
export interface DatabaseFiles {
  readonly ca: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}

const names = { ca: 'HOST_DATABASE_CA_FILE', cert: 'HOST_DATABASE_CERT_FILE', key: 'HOST_DATABASE_KEY_FILE' } as const
const parameters = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const
const kinds = ['ca', 'cert', 'key'] as const

/**
 * The address with its files. The server's name must be in its certificate unless the address says otherwise by `sslmode`.
 * @param url of `HOST_DATABASE_URL`, or a path
 * @param problems receives a sentence for each mistake
 */
export function withDatabaseFiles(url: string, files: DatabaseFiles, problems: string[]): string {
  const given = kinds.filter((kind) => files[kind] !== undefined)
  if (given.length === 0) return url
  const found = [...placeProblems(url, given), ...fileProblems(files)]
  problems.push(...found)
  if (found.length > 0) return url
  const mode = /[?&]sslmode=/.test(url) ? [] : ['sslmode=verify-full']
  const added = [...mode, ...given.map((kind) => `${parameters[kind]}=${encodeURIComponent(files[kind] ?? '')}`)]
  return `${url}${url.includes('?') ? '&' : '?'}${added.join('&')}`
}

type Kind = (typeof kinds)[number]

function placeProblems(url: string, given: readonly Kind[]): string[] {
  const isServer = /^postgres(?:ql)?:/i.test(url)
  return given.flatMap((kind) => {
    const name = names[kind]
    if (!isServer) {
      return [`${name}: the database is SQLite; remove it, or set HOST_DATABASE_URL to a PostgreSQL server.`]
    }
    if (/[?&]sslmode=disable\b/.test(url)) {
      return [`${name}: HOST_DATABASE_URL turns TLS off with sslmode=disable; remove one of them.`]
    }
    if (!url.includes(`?${parameters[kind]}=`) && !url.includes(`&${parameters[kind]}=`)) return []
    return [`${name}: HOST_DATABASE_URL has ${parameters[kind]} too; remove one of them.`]
  })
}

function fileProblems({ ca, cert, key }: DatabaseFiles): string[] {
  const problems: string[] = []
  const read = <Value>(kind: Kind, path: string | undefined, parse: (text: string) => Value): Value | undefined => {
    if (path === undefined) return undefined
    try {
      return parse(readFileSync(path, 'utf8'))
    } catch (error) {
      return void problems.push(`${names[kind]}: the file ${JSON.stringify(path)} ${reasonOf(error, kind)}.`)
    }
  }
  read('ca', ca, (text) => new X509Certificate(text))
  const certificate = read('cert', cert, (text) => new X509Certificate(text))
  const privateKey = read('key', key, createPrivateKey)
  if (cert !== undefined && key === undefined) problems.push(`${names.key}: it is missing; set it with ${names.cert}.`)
  if (key !== undefined && cert === undefined) problems.push(`${names.cert}: it is missing; set it with ${names.key}.`)
  return [...problems, ...pairProblems(certificate, privateKey)]
}

function pairProblems(certificate: X509Certificate | undefined, key: KeyObject | undefined): string[] {
  if (certificate === undefined || key === undefined || certificate.checkPrivateKey(key)) return []
  return [`${names.key}: it is not the key of the certificate in ${names.cert}; use the pair that was made together.`]
}

function reasonOf(error: unknown, kind: Kind): string {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return `could not be read (${code}); make it a file that this user can read`
  if (code === 'ERR_MISSING_PASSPHRASE') return 'needs a passphrase; use a key without one, readable by this user alone'
  return kind === 'key' ? 'is not a private key in PEM' : 'is not a certificate in PEM'
}
