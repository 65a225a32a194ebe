/** Values of `HOST_ACME_*`. Each throws a TypeError that gives the expected form. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

export function parseAcmeDirectory(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.hash !== '') {
    throw new TypeError(
      `${JSON.stringify(text)} is not the URL of a directory; use one such as "https://ca.example.com/directory"`,
    )
  }
  return url.href
}

/** Authorities take plain addresses, without a display name. */
export function parseAcmeEmail(text: string): string {
  if (!/^[^\s@<>,?&]{1,64}@[^\s@<>,?&]{1,190}$/.test(text)) {
    throw new TypeError(`${JSON.stringify(text)} is not an email address; use one such as "admin@example.com"`)
  }
  return text
}

/** Characters. */
const [shortestKey, longestKey] = [16, 1_000]

/** The text is a secret, so it is not repeated. */
export function parseAcmeKey(text: string): string {
  if (text.length < shortestKey || text.length > longestKey || !/^[\w-]+={0,2}$/.test(text)) {
    throw new TypeError('it is not base64url; use the key as the authority shows it')
  }
  return text
}

export function parseAcmeProfile(text: string): string {
  if (!/^[\w.-]{1,64}$/.test(text)) {
    throw new TypeError(`${JSON.stringify(text)} is not the name of a profile`)
  }
  return text
}

/** @returns the certificates of a file as PEM, each by itself */
export function parseAcmeRoots(path: string): readonly string[] {
  const shown = JSON.stringify(path)
  const blocks = readText(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new TypeError(`the file ${shown} has no certificate; use a file with PEM certificates`)
  try {
    return blocks.map((block) => new X509Certificate(block).toString())
  } catch {
    throw new TypeError(`the file ${shown} has a damaged certificate; use a file with PEM certificates`)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new TypeError(
      `the file ${JSON.stringify(path)} could not be read (${code}); make it a file that this user can read`,
      { cause: error },
    )
  }
}
