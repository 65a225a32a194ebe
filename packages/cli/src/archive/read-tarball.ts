/**
 * Reads an npm tarball: gzip over tar, every path below one top folder.
 *
 * A tarball is untrusted. Entries other than plain files and folders are refused (a link is how an archive writes
 * outside of its target), as are absolute and climbing paths, and an archive that exceeds the limits when unpacked.
 */
import { gunzipSync } from 'node:zlib'

const block = 512
const mostBytes = 256 * 1024 * 1024
const mostFiles = 20_000

interface Header {
  readonly path: string
  readonly size: number
  readonly type: string
}

/**
 * The files of a tarball by their path below its top folder.
 * @throws SyntaxError in a sentence
 */
export function readTarball(archive: Uint8Array): Map<string, Buffer> {
  const tar = inflate(archive)
  const files = new Map<string, Buffer>()
  let longPath: string | undefined
  for (let at = 0; at + block <= tar.length && tar[at] !== 0;) {
    const header = readHeader(tar.subarray(at, at + block))
    const body = tar.subarray(at + block, at + block + header.size)
    if (body.length < header.size) throw new SyntaxError('is truncated')
    at += block + Math.ceil(header.size / block) * block
    if (header.type === 'L') longPath = body.toString('utf8').replace(/\0.*$/s, '')
    if (header.type === 'x') longPath = paxPath(body) ?? longPath
    if (header.type !== '0') continue
    files.set(insidePath(longPath ?? header.path), body)
    longPath = undefined
    if (files.size > mostFiles) throw new SyntaxError(`contains more than ${mostFiles} files`)
  }
  return files
}

function inflate(archive: Uint8Array): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: mostBytes })
  } catch (error) {
    const large = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new SyntaxError(
      large ? `is larger than ${mostBytes / 1024 / 1024} MiB when unpacked` : 'is not a gzip archive',
    )
  }
}

function readHeader(header: Buffer): Header {
  const stated = Number.parseInt(text(header, 148, 8), 8)
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (stated !== sum) throw new SyntaxError('is not a tar archive')
  const type = text(header, 156, 1) || '0'
  const size = Number.parseInt(text(header, 124, 12) || '0', 8)
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : ''
  const path = prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`
  if (!'05xgL'.includes(type)) {
    throw new SyntaxError(`contains ${JSON.stringify(path)}, which is neither a file nor a folder`)
  }
  if (!Number.isSafeInteger(size) || size < 0) throw new SyntaxError('is not a tar archive')
  return { path, size, type }
}

function text(header: Buffer, start: number, length: number): string {
  return header
    .toString('utf8', start, start + length)
    .replace(/\0.*$/s, '')
    .trim()
}

// A pax record is "<length> <key>=<value>\n"; the length counts bytes.
function paxPath(body: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body.toString('utf8'))?.[1]
}

function insidePath(path: string): string {
  const parts = path.split('/').slice(1)
  const climbs =
    path.startsWith('/') ||
    path.includes('\\') ||
    path.includes('\0') ||
    parts.some((part) => part === '..' || part === '.' || part === '')
  if (climbs || parts.length === 0) {
    throw new SyntaxError(`contains the path ${JSON.stringify(path)}, which is outside the package`)
  }
  return parts.join('/')
}
