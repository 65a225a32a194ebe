import type { Language } from '@host/plugin'
import type { ExcerptPart } from './excerpt.ts'
import { html, type Html } from './html.ts'
import type { FoundPage } from './search-pages.ts'
import { words } from './words.ts'

/** What a search found, the best first, each with the place that fits. */
export function foundList(found: readonly FoundPage[], language: Language): Html {
  return html`<ol class="found">
    ${found.map((one) => foundItem(one, language))}
  </ol>`
}

function foundItem({ page, language: read, excerpt }: FoundPage, language: Language): Html {
  const { title } = page.texts[language] ?? page.texts.en
  return html`<li>
    <a href="/help/${page.slug}?lang=${language}">${title}</a>
    <span class="kind">${words[language].categories[page.category]}</span>
    <p lang="${read}">${excerpt.map(excerptPart)}</p>
  </li>`
}

function excerptPart({ text, isFound }: ExcerptPart): Html {
  return isFound ? html`<mark>${text}</mark>` : html`${text}`
}
