import { cleanText } from './clean-text.ts'

/** Charsets that a message names and no decoder knows under this name. */
const aliases: Readonly<Record<string, string>> = {
  'ansi_x3.4-1968': 'us-ascii',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
}

/** Charset names are short; a longer one is not looked up. */
const longestName = 40

export interface DecodedText {
  readonly text: string
  /** False where the charset is unknown: the text is read as UTF-8 with U+FFFD for everything else. */
  readonly known: boolean
}

/** Decodes bytes by the charset a message names. */
export function decodeBytes(bytes: Uint8Array, charset = 'utf-8'): DecodedText {
  const decoder = decoderOf(charset)
  return { text: cleanText((decoder ?? new TextDecoder()).decode(bytes)), known: decoder !== undefined }
}

/** As browsers look for it: in the first kilobyte. */
const declaration = /<meta\b[^>]{0,200}\bcharset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i

/** The charset that HTML declares itself, for a part whose header has none. */
export function declaredCharset(html: Uint8Array): string | undefined {
  const start = Buffer.from(html.buffer, html.byteOffset, Math.min(html.length, 1_024)).toString('latin1')
  const [, charset] = declaration.exec(start) ?? []
  return charset
}

function decoderOf(charset: string): TextDecoder | undefined {
  const name = charset.trim().toLowerCase().slice(0, longestName)
  try {
    return new TextDecoder(Object.hasOwn(aliases, name) ? aliases[name] : name || 'utf-8')
  } catch {
    return undefined
  }
}
