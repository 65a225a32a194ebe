/** The HTML alternative of an email that was written as plain text. */
import { sanitizeHtml } from '@host/email'
import { linksOfText } from './text-links.ts'

export interface WrittenSignature {
  readonly text: string
  readonly html: string | null
}

/** How a signature stands in a text. */
export function signatureBlock(text: string): string {
  return `-- \n${text.trimEnd()}`
}

/** The HTML of a text as a document. */
export function htmlOfText(text: string, signature?: WrittenSignature): string {
  return documentOf(partOfText(text, signature))
}

/** The HTML of a text: paragraphs, quotes and links. A signature that stands in it is replaced by its own HTML. */
export function partOfText(text: string, signature?: WrittenSignature): string {
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const block = signature && signatureBlock(signature.text)
  const at = block === undefined ? -1 : source.indexOf(block)
  if (signature === undefined || block === undefined || at === -1) return blocksOf(source)
  return `${blocksOf(source.slice(0, at))}${signatureHtml(signature)}${blocksOf(source.slice(at + block.length))}`
}

/** By this class a signature is found in HTML, and replaced. */
const signatureStart = '<div class="signature">'

/** A signature in HTML. */
export function signatureHtml({ text, html }: WrittenSignature): string {
  const inner = html === null ? blocksOf(signatureBlock(text)) : sanitizeHtml(html, { isPart: true })
  return `${signatureStart}${inner}</div>`
}

/** Sanitized HTML whose signature is replaced by another one, or removed; a new one stands before a quoted email. */
export function replaceSignatureHtml(html: string, next: WrittenSignature | undefined): string {
  const block = next === undefined ? '' : signatureHtml(next)
  const start = html.indexOf(signatureStart)
  if (start !== -1) return `${html.slice(0, start)}${block}${html.slice(endOfDivision(html, start))}`
  return `${html}${block}`
}

/** Behind the end of the division that begins here. */
function endOfDivision(html: string, start: number): number {
  let levels = 0
  for (const { 0: tag, index } of html.slice(start).matchAll(/<div[ >]|<\/div>/g)) {
    levels += tag === '</div>' ? -1 : 1
    if (levels === 0) return start + index + tag.length
  }
  return html.length
}

/** HTML that was written, as a document, with the email that it forwards below it. */
export function documentOf(html: string, original = ''): string {
  const end = html.lastIndexOf('</body>')
  if (end !== -1) return `${html.slice(0, end)}${original}${html.slice(end)}`
  return wrapped(`${html}${original}`)
}

function wrapped(body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${body}</body></html>`
}

/** Blockquotes for runs of quoted lines, up to a depth that readers show. */
function blocksOf(text: string, depth = 0): string {
  const runs: { readonly isQuote: boolean; readonly lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const isQuote = depth < mostQuotes && line.startsWith('>')
    const last = runs.at(-1)
    const shown = isQuote ? line.slice(line.startsWith('> ') ? 2 : 1) : line
    if (last?.isQuote === isQuote) last.lines.push(shown)
    else runs.push({ isQuote, lines: [shown] })
  }
  return runs
    .map(({ isQuote, lines }) =>
      isQuote ? `<blockquote>${blocksOf(lines.join('\n'), depth + 1)}</blockquote>` : paragraphsOf(lines.join('\n')),
    )
    .join('')
}

const mostQuotes = 10

function paragraphsOf(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => withoutBreaks(paragraph))
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineOf).join('<br>\r\n')}</p>\r\n`)
    .join('')
}

/** Paragraphs are split at every second line break, so one can be left at each end. */
function withoutBreaks(paragraph: string): string {
  return paragraph.slice(paragraph.startsWith('\n') ? 1 : 0, paragraph.endsWith('\n') ? -1 : undefined)
}

/** A line with its web addresses as links. */
function lineOf(line: string): string {
  const links = linksOfText(line)
  const pieces = links.map(({ start, url }, at) => {
    const before = escapeHtml(line.slice(links[at - 1]?.end ?? 0, start))
    return `${before}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
  })
  return pieces.join('') + escapeHtml(line.slice(links.at(-1)?.end ?? 0))
}

/** Escapes a text for HTML, also for a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
