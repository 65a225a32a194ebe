import type { Language } from '@host/plugin'
import type { FoundHelp, HelpPage } from '@host/plugin/platform'
import { excerptText } from './excerpt.ts'
import { words } from './words.ts'

/** The list of pages. */
export function indexMarkdown(pages: readonly HelpPage[], language: Language, title = words[language].help): string {
  return `# ${title}\n\n${pages.map((page) => linkTo(page, language)).join('\n')}\n`
}

/** Search results, each page with an excerpt. */
export function foundMarkdown(found: readonly FoundHelp[], language: Language): string {
  if (found.length === 0) return `# ${words[language].help}\n\n${words[language].nothingFound}\n`
  const lines = found.map(({ page, excerpt }) => `${linkTo(page, language)}\n  ${escapeMarks(excerptText(excerpt))}`)
  return `# ${words[language].help}\n\n${lines.join('\n')}\n`
}

function linkTo({ slug, texts }: HelpPage, language: Language): string {
  return `- [${escapeMarks((texts[language] ?? texts.en).title)}](/help/${slug}?lang=${language})`
}

/** Titles and excerpts are text, even where they contain Markdown syntax. */
function escapeMarks(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)
}
