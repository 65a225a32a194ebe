import { DnsError } from '../dns-error.ts'
import { absoluteName, normalizeName } from '../names.ts'
import type { TextReader } from '../text-reader.ts'
import type { Field } from './field.ts'

function nameField(compression: { reads: boolean; writes: boolean }): Field<string> {
  return {
    parse: parseName,
    print: (name) => name,
    read: (wire) => wire.name(compression.reads),
    write: (wire, name) => wire.name(name, compression.writes),
  }
}

function parseName(text: TextReader): string {
  const word = text.word()
  try {
    return normalizeName(absoluteName(word, text.origin))
  } catch (error) {
    if (error instanceof DnsError) throw new DnsError(error.code, error.message, text.field)
    throw error
  }
}

/** A name in the types of RFC 1035, which every program knows and so may be compressed. */
export const compressedName = nameField({ reads: true, writes: true })
/** A name in types that RFC 3597 section 4 lists: once compressed, and now only read so. */
export const onceCompressedName = nameField({ reads: true, writes: false })
/** A name in any other type, never compressed. */
export const domainName = nameField({ reads: false, writes: false })
