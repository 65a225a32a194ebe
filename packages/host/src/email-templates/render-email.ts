import type { Brand, EmailContent, EmailTexts, RenderedEmail } from '@host/plugin/platform'
import { accentTokens } from '@host/plugin/wire'
import { renderDocument, type EmailBlock } from '@host/email/document'
import { fill } from './fill-texts.ts'

/** Name and color of the instance in its emails. */
export type EmailBrand = Pick<Brand, 'name' | 'accent'>

const noBrand: EmailBrand = { name: null, accent: null }

/** Fills the text of an email in, and writes it. */
export function renderEmail(
  texts: EmailTexts,
  { language, values, link, footer }: EmailContent,
  { name, accent }: EmailBrand = noBrand,
): RenderedEmail {
  const button: EmailBlock[] = link === undefined ? [] : [{ kind: 'button', label: texts.button, link }]
  return renderDocument({
    language,
    subject: fill(texts.subject, values),
    sender: name ?? undefined,
    color: accent === null ? undefined : buttonColor(accent),
    blocks: [...paragraphsOf(fill(texts.before, values)), ...button, ...paragraphsOf(fill(texts.after, values))],
    footer,
  })
}

function paragraphsOf(text: string): readonly EmailBlock[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => ({ kind: 'paragraph', text: each }))
}

/** The accent on which white can be read. */
function buttonColor(accent: string): string | undefined {
  return /^light-dark\((?<light>#[0-9a-f]{6})/.exec(accentTokens(accent)['--color-accent'] ?? '')?.groups?.['light']
}
