import type { Letter } from './identity-mail.ts'

/** A letter as text and as html of the plainest kind: what stands in it is escaped, and nothing is loaded. */
export function writeLetter(letter: Letter, signature: string): { readonly text: string; readonly html: string } {
  return { text: asText(letter, signature), html: asHtml(letter, signature) }
}

function asText({ paragraphs, action, closing = [] }: Letter, signature: string): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.link}`]
  return `${[...paragraphs, ...link, ...closing, `-- \n${signature}`].join('\n\n')}\n`
}

function asHtml({ language, subject, paragraphs, action, closing = [] }: Letter, signature: string): string {
  const link = action === undefined ? '' : `${buttonOf(action)}\n`
  const body = `${paragraphs.map(paragraph).join('\n')}\n${link}${closing.map(paragraph).join('\n')}`
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
function buttonOf({ label, link }: NonNullable<Letter['action']>): string {
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
