/**
 * Writes the emails that the service sends by itself, as text and as HTML of the plainest kind: everything is escaped, and
 * nothing is loaded.
 */

/** One part of an email. */
export type EmailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Shown with its address in full, for those who would rather read where it leads. */
  | { readonly kind: 'button'; readonly label: string; readonly link: string }
  /** One of several items, with a link of its own. */
  | {
      readonly kind: 'item'
      readonly title: string
      readonly text: string | undefined
      readonly link: { readonly label: string; readonly url: string } | undefined
    }

/** A line below an email: text in which addresses become links, or words with a link. */
export type EmailFooterLine = string | { readonly label: string; readonly url: string }

/** An email before it is written. */
export interface EmailDocument {
  readonly language: string
  /** Made one line, and cut at 200 characters. */
  readonly subject: string
  /** The name above the email. */
  readonly sender?: string | undefined
  /** The color of buttons, on which white can be read. */
  readonly color?: string | undefined
  readonly blocks: readonly EmailBlock[]
  readonly footer: readonly EmailFooterLine[]
}

/** An email as it is sent. */
export interface WrittenEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const longestSubject = 200
const usualColor = '#1f2937'

/** Writes an email. */
export function renderDocument(email: EmailDocument): WrittenEmail {
  const subject = email.subject
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed()
  return { subject, text: asText(email), html: asHtml(email, subject) }
}

function asText({ blocks, footer }: EmailDocument): string {
  const lines = footer.map((line) => (typeof line === 'string' ? line : `${line.label}: ${line.url}`))
  return `${[...blocks.map(blockText), `-- \n${lines.join('\n')}`].join('\n\n')}\n`
}

function blockText(block: EmailBlock): string {
  if (block.kind === 'paragraph') return block.text
  if (block.kind === 'button') return `${block.label}:\n${block.link}`
  return [block.title, block.text, block.link?.url].filter((part) => part !== undefined).join('\n')
}

function asHtml({ language, sender, color = usualColor, blocks, footer }: EmailDocument, subject: string): string {
  const head = sender === undefined ? [] : [`<p style="${styles.sender}">${escape(sender)}</p>`]
  const body = [...head, ...blocks.map((block) => blockHtml(block, color))].join('\n')
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="${styles.body}">
<div style="${styles.sheet}">
${body}
<p style="${styles.footer}">${footer.map(footerHtml).join('<br>')}</p>
</div>
</body>
</html>
`
}

function blockHtml(block: EmailBlock, color: string): string {
  if (block.kind === 'paragraph') return paragraph(block.text, styles.paragraph)
  if (block.kind === 'button') {
    const address = escape(block.link)
    const button = `<a href="${address}" style="${styles.button};background:${color}">${escape(block.label)}</a>`
    return `<p>${button}</p>\n<p style="${styles.address}">${address}</p>`
  }
  const { title, text, link } = block
  const parts = [`<h2 style="${styles.title}">${escape(title)}</h2>`]
  if (text !== undefined) parts.push(paragraph(text, styles.itemText))
  if (link !== undefined) {
    const style = `${styles.itemLink};background:${color}`
    parts.push(`<p><a href="${escape(link.url)}" style="${style}">${escape(link.label)}</a></p>`)
  }
  return parts.join('\n')
}

function paragraph(text: string, style: string): string {
  return `<p style="${style}">${escape(text).replaceAll('\n', '<br>')}</p>`
}

function footerHtml(line: EmailFooterLine): string {
  if (typeof line !== 'string') return `<a href="${escape(line.url)}">${escape(line.label)}</a>`
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
  title: 'margin:0 0 8px;font-size:16px',
  itemText: 'margin:0 0 12px',
  itemLink: 'display:inline-block;padding:8px 16px;color:#ffffff;border-radius:6px;text-decoration:none',
  footer: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe3e8;font-size:13px;color:#5b6573',
} as const
