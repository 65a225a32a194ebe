import type { Brand, EmailContent, EmailTexts, RenderedEmail } from '@host/plugin/platform'
import { accentTokens } from '@host/plugin/wire'
import { fill } from './fill-texts.ts'

/** Subjects are cut at as many characters. */
const longestSubject = 200

/** Writes an email as text and as HTML of the plainest kind: everything is escaped, and nothing is loaded. */
export function renderEmail(
  texts: EmailTexts,
  { language, values, link, footer }: EmailContent,
  brand: EmailBrand = noBrand,
): RenderedEmail {
  const subject = fill(texts.subject, values)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed()
  const [before, after] = [paragraphsOf(fill(texts.before, values)), paragraphsOf(fill(texts.after, values))]
  const { button } = texts
  const parts = { before, after, button, link, footer }
  return { subject, text: asText(parts), html: asHtml(parts, { language, subject, ...brand }) }
}

interface Parts extends Pick<EmailContent, 'link' | 'footer'> {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly button: string
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function asText({ before, after, button, link, footer }: Parts): string {
  const action = link === undefined ? [] : [`${button}:\n${link}`]
  return `${[...before, ...action, ...after, `-- \n${footer.join('\n')}`].join('\n\n')}\n`
}

/** Name and color of the instance in its emails. */
export type EmailBrand = Pick<Brand, 'name' | 'accent'>

const noBrand: EmailBrand = { name: null, accent: null }

interface Head extends EmailBrand {
  readonly language: string
  readonly subject: string
}

function asHtml({ before, after, button, link, footer }: Parts, { language, subject, name, accent }: Head): string {
  const action = link === undefined ? [] : [buttonOf(button, link, accent)]
  const sender = name === null ? [] : [`<p style="${styles.sender}">${escape(name)}</p>`]
  const body = [...sender, ...before.map(paragraph), ...action, ...after.map(paragraph)].join('\n')
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="${styles.body}">
<div style="${styles.sheet}">
${body}
<p style="${styles.signature}">${footer.map(withLinks).join('<br>')}</p>
</div>
</body>
</html>
`
}

/** A button, and its address in full for those who would rather read where it leads. */
function buttonOf(label: string, link: string, accent: string | null): string {
  const address = escape(link)
  return `<p><a href="${address}" style="${styles.button};background:${buttonColor(accent)}">${escape(label)}</a></p>
<p style="${styles.address}">${address}</p>`
}

/** The accent on which white can be read. */
function buttonColor(accent: string | null): string {
  if (accent === null) return '#1f2937'
  return (
    /^light-dark\((?<light>#[0-9a-f]{6})/.exec(accentTokens(accent)['--color-accent'] ?? '')?.groups?.['light'] ??
    '#1f2937'
  )
}

function paragraph(text: string): string {
  return `<p style="${styles.paragraph}">${escape(text).replaceAll('\n', '<br>')}</p>`
}

function withLinks(line: string): string {
  return line
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 0 ? escape(part) : `<a href="${escape(part)}">${escape(part)}</a>`))
    .join('')
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
  sender: 'margin:0 0 24px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  button: 'display:inline-block;padding:10px 20px;color:#ffffff;border-radius:6px;text-decoration:none',
  address: 'margin:0 0 16px;font-size:13px;color:#5b6573;word-break:break-all',
  signature: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe3e8;font-size:13px;color:#5b6573',
} as const
