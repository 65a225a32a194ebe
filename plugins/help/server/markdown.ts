import type { HelpPage, HelpText, Language } from '@host/plugin'
import { words } from './words.ts'

/** A page as its source, below its title. */
export function pageMarkdown({ title, body }: HelpText): string {
  return body.startsWith('# ') ? `${body}\n` : `# ${title}\n\n${body}\n`
}

/** The list of pages. */
export function indexMarkdown(pages: readonly HelpPage[], language: Language, title = words[language].help): string {
  const lines = pages.map(
    ({ slug, texts }) => `- [${(texts[language] ?? texts.en).title}](/help/${slug}?lang=${language})`,
  )
  return `# ${title}\n\n${lines.join('\n')}\n`
}
