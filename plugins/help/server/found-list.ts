import type { Language } from '@host/plugin'
import type { FoundHelp, HelpExcerptPart } from '@host/plugin/platform'
import { html, type Html } from './html.ts'
import { words } from './words.ts'

/** Search results, best first, each with an excerpt. */
export function foundList(found: readonly FoundHelp[], language: Language): Html {
  return html`<ol class="found">
    ${found.map((one) => foundItem(one, language))}
  </ol>`
}

function foundItem({ page, language: read, excerpt }: FoundHelp, language: Language): Html {
  const { title } = page.texts[language] ?? page.texts.en
  return html`<li>
    <a href="/help/${page.slug}?lang=${language}">${title}</a>
    <span class="kind">${words[language].categories[page.category]}</span>
    <p lang="${read}">${excerpt.map(excerptPart)}</p>
  </li>`
}

function excerptPart({ text, isFound }: HelpExcerptPart): Html {
  return isFound ? html`<mark>${text}</mark>` : html`${text}`
}
