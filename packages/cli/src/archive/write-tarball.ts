import { gzipSync } from 'node:zlib'

const block = 512
/** The time npm gives every file of a package, so that equal files make equal archives. */
const time = Math.floor(Date.UTC(1985, 9, 26, 8, 15) / 1000)

/**
 * Writes files as an npm tarball. Equal files give equal bytes: sorted, one owner, one time.
 * @param files contents by path inside the package
 * @throws RangeError when a path does not fit a tar header
 */
export function writeTarball(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Uint8Array[] = []
  for (const path of [...files.keys()].toSorted()) {
    const content = files.get(path) ?? new Uint8Array()
    parts.push(
      header(`package/${path}`, content.length),
      content,
      Buffer.alloc((block - (content.length % block)) % block),
    )
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 })
}

function header(path: string, size: number): Buffer {
  const [prefix, name] = splitPath(path)
  const bytes = Buffer.alloc(block)
  bytes.write(name, 0)
  bytes.write('000644 \u0000000000 \u0000000000 \u0000', 100, 'latin1')
  bytes.write(octal(size), 124)
  bytes.write(octal(time), 136)
  bytes.write('        0', 148, 'latin1')
  bytes.write('ustar\u000000', 257, 'latin1')
  bytes.write(prefix, 345)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, '0')} `
}

function splitPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  const cut = path.indexOf('/', Math.max(0, path.length - 101))
  const parts = [path.slice(0, cut), path.slice(cut + 1)] as const
  if (cut === -1 || Buffer.byteLength(parts[0]) > 155 || Buffer.byteLength(parts[1]) > 100) {
    throw new RangeError(`${path} is too long for an archive`)
  }
  return parts
}
