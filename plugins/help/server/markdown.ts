import type { FoundHelp, HelpPage, Language } from '@host/plugin'
import { excerptText } from './excerpt.ts'
import { words } from './words.ts'

/** The list of pages. */
export function indexMarkdown(pages: readonly HelpPage[], language: Language, title = words[language].help): string {
  return `# ${title}\n\n${pages.map((page) => linkTo(page, language)).join('\n')}\n`
}

/** What was found, each page with the place that fits. */
export function foundMarkdown(found: readonly FoundHelp[], language: Language): string {
  if (found.length === 0) return `# ${words[language].help}\n\n${words[language].nothingFound}\n`
  const lines = found.map(({ page, excerpt }) => `${linkTo(page, language)}\n  ${escapeMarks(excerptText(excerpt))}`)
  return `# ${words[language].help}\n\n${lines.join('\n')}\n`
}

function linkTo({ slug, texts }: HelpPage, language: Language): string {
  return `- [${escapeMarks((texts[language] ?? texts.en).title)}](/help/${slug}?lang=${language})`
}

/** A title or an excerpt is text, also where it holds what Markdown would read as a mark. */
function escapeMarks(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)
}
