/** Media types by the bytes that their files begin with. */

/** Bytes at a place of a file. */
type Mark = readonly [at: number, bytes: string]

interface Signature {
  readonly type: string
  readonly marks: readonly Mark[]
}

/** In the order in which they are tried. Bytes are written as one character each. */
const signatures: readonly Signature[] = [
  of('image/png', [0, '\x89PNG\r\n\x1a\n']),
  of('image/jpeg', [0, '\xff\xd8\xff']),
  of('image/gif', [0, 'GIF87a']),
  of('image/gif', [0, 'GIF89a']),
  of('image/webp', [0, 'RIFF'], [8, 'WEBP']),
  of('image/avif', [4, 'ftypavif']),
  of('image/avif', [4, 'ftypavis']),
  of('image/heic', [4, 'ftyphei']),
  of('image/heif', [4, 'ftypmif1']),
  of('image/bmp', [0, 'BM'], [6, '\0\0\0\0']),
  of('image/tiff', [0, 'II*\0']),
  of('image/tiff', [0, 'MM\0*']),
  of('application/pdf', [0, '%PDF-']),
  of('application/zip', [0, 'PK\x03\x04']),
  of('application/zip', [0, 'PK\x05\x06']),
  of('application/gzip', [0, '\x1f\x8b\x08']),
  of('application/x-7z-compressed', [0, '7z\xbc\xaf\x27\x1c']),
  of('application/vnd.rar', [0, 'Rar!\x1a\x07']),
  of('application/x-cfb', [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']),
  of('audio/wav', [0, 'RIFF'], [8, 'WAVE']),
  of('audio/mpeg', [0, 'ID3']),
  of('audio/flac', [0, 'fLaC']),
  of('audio/ogg', [0, 'OggS']),
  of('video/webm', [0, '\x1aE\xdf\xa3']),
  of('video/quicktime', [4, 'ftypqt']),
  of('video/mp4', [4, 'ftyp']),
]

/** Types that are kept in the form of another one, so that only their sender tells them apart. */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip':
    /^application\/(?:vnd\.openxmlformats-officedocument\..+|vnd\.oasis\.opendocument\..+|vnd\.ms-(?:excel|word|powerpoint)\..+|epub\+zip|zip|x-zip-compressed)$/,
  'application/x-cfb': /^application\/(?:msword|vnd\.ms-(?:excel|powerpoint|outlook|project)|x-cfb)$/,
  'audio/ogg': /^(?:audio\/(?:ogg|opus)|video\/ogg|application\/ogg)$/,
  'video/webm': /^(?:(?:video|audio)\/(?:webm|x-matroska)|video\/matroska)$/,
  'video/mp4': /^(?:video|audio)\/(?:mp4|x-m4v|x-m4a)$/,
  'image/heif': /^image\/hei[cf]$/,
}

/** The type that the bytes at the beginning of a file have; undefined when they have the mark of none. */
export function signedType(head: Uint8Array): string | undefined {
  return signatures.find(({ marks }) => marks.every((mark) => hasMark(head, mark)))?.type
}

/** Whether files of a stated type have a mark that tells them from others. */
export function hasSignature(type: string): boolean {
  return signatures.some((signature) => isOfForm(type, signature.type))
}

/** Whether a stated type is the one that a file's bytes have, or a kind of it. */
export function isOfForm(type: string, signed: string): boolean {
  return type === signed || containers[signed]?.test(type) === true
}

function of(type: string, ...marks: readonly Mark[]): Signature {
  return { type, marks }
}

function hasMark(head: Uint8Array, [at, bytes]: Mark): boolean {
  if (head.length < at + bytes.length) return false
  for (let place = 0; place < bytes.length; place += 1) if (head[at + place] !== bytes.charCodeAt(place)) return false
  return true
}
