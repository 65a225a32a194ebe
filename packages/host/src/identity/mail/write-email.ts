import { nameInEmail, type Language } from '@host/plugin'
import { emailWords, type EmailWords } from './email-words.ts'
import type { IdentityEmail } from './identity-mail.ts'

/** An email as mail takes it. */
export interface WrittenEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * Writes an email as text and as html of the plainest kind: everything is escaped, and nothing is loaded. This is the
 * only place where names come into an email, each of them through `nameInEmail`.
 * @param place the host name of the instance
 */
export function writeEmail(email: IdentityEmail, place: string): WrittenEmail {
  const { language, link } = email
  const words = wordsOf(email, place)
  const signature = `Host · ${place}`
  return {
    subject: words.subject,
    text: asText(words, link, signature),
    html: asHtml(words, { language, link, signature }),
  }
}

function wordsOf({ kind, language, names }: IdentityEmail, place: string): EmailWords {
  const safe = Object.entries(names).map(([key, name]) => [key, nameInEmail(name)] as const)
  const write: (place: string, names: never) => EmailWords = emailWords[kind][language]
  return write(place, Object.fromEntries(safe) as never)
}

function asText({ paragraphs, button, closing }: EmailWords, link: string, signature: string): string {
  return `${[...paragraphs, `${button}:\n${link}`, ...closing, `-- \n${signature}`].join('\n\n')}\n`
}

interface ExecutionContext {
  readonly language: Language
  readonly link: string
  readonly signature: string
}

function asHtml(
  { subject, paragraphs, button, closing }: EmailWords,
  { language, link, signature }: ExecutionContext,
): string {
  const body = `${paragraphs.map(paragraph).join('\n')}\n${buttonOf(button, link)}\n${closing.map(paragraph).join('\n')}`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="${styles.body}">
<div style="${styles.sheet}">
${body}
<p style="${styles.signature}">${escape(signature)}</p>
</div>
</body>
</html>
`
}

/** A button, and its address in full for those who would rather read where it leads. */
function buttonOf(label: string, link: string): string {
  const address = escape(link)
  return `<p><a href="${address}" style="${styles.button}">${escape(label)}</a></p>
<p style="${styles.address}">${address}</p>`
}

function paragraph(text: string): string {
  return `<p style="${styles.paragraph}">${escape(text)}</p>`
}

function escape(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
}

/** Mail programs read no style sheets. */
const styles = {
  body: 'margin:0;padding:24px;background:#f5f6f8;color:#1c2128;font:16px/1.5 system-ui,sans-serif',
  sheet: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3e8;border-radius:8px',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:10px 20px;background:#1f2937;color:#ffffff;border-radius:6px;text-decoration:none',
  address: 'margin:0 0 16px;font-size:13px;color:#5b6573;word-break:break-all',
  signature: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe3e8;font-size:13px;color:#5b6573',
} as const
