/** A reply of the server: a code, an enhanced code (RFC 3463) and a text for people. */
export interface SmtpReply {
  readonly code: number
  /** As in "5.7.1". Its first digit must be that of the code. */
  readonly enhanced?: string | undefined
  readonly text: string
}

const maxLineText = 480
const maxText = 4_000

/** Replies are ASCII. Control characters in a text become spaces, so no text can add a line; long texts get several lines. */
export function encodeReply({ code, enhanced, text }: SmtpReply): string {
  const prefix = enhanced === undefined ? '' : `${enhanced} `
  const lines = linesOf(text)
  return lines.map((line, at) => `${code}${at === lines.length - 1 ? ' ' : '-'}${prefix}${line}\r\n`).join('')
}

/** A reply with several lines, as to EHLO. */
export function encodeLines(code: number, lines: readonly string[]): string {
  return lines.map((line, at) => `${code}${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('')
}

/** Whether the code of a reply and its enhanced code are such that a server may send them at the end of a command. */
export function isFinalReply(value: unknown): value is SmtpReply {
  if (typeof value !== 'object' || value === null) return false
  const { code, enhanced, text } = value as Partial<Record<keyof SmtpReply, unknown>>
  if (typeof code !== 'number' || !/^[245][0-5]\d$/.test(String(code)) || typeof text !== 'string') return false
  if (enhanced === undefined) return true
  return typeof enhanced === 'string' && /^[245]\.\d{1,3}\.\d{1,3}$/.test(enhanced) && enhanced[0] === String(code)[0]
}

function linesOf(text: string): string[] {
  const plain = text
    .slice(0, maxText)
    .replaceAll(/[\0-\x1f\x7f]+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/gu, '?')
    .trim()
  const lines: string[] = []
  for (let at = 0; at < plain.length; at += maxLineText) lines.push(plain.slice(at, at + maxLineText))
  return lines.length === 0 ? ['-'] : lines
}
