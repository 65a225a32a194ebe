import { serviceToken } from '../service.ts'
import type { Language } from '../wire-types.ts'
import type { HelpPage } from './help-library.ts'

/** The search text, and its pages. */
export interface HelpQuery {
  /** Pages that the reader may read, as listed by `HelpLibrary`: only these are searched. */
  readonly pages: readonly HelpPage[]
  /** Words in either language, of which the first `helpSearchLimits.query` characters count. */
  readonly query: string
  /** The reader's. Pages in the other one are found, too. */
  readonly language: Language
}

/** A piece of an excerpt. */
export interface HelpExcerptPart {
  readonly text: string
  /** Whether this part matches the search. */
  readonly isFound: boolean
}

/** A page that was found, and the place in it that fits. */
export interface FoundHelp {
  readonly page: HelpPage
  /** Language of the excerpt: the reader's where the page matches in it. */
  readonly language: Language
  /** A piece of the text, at most 260 characters, in parts that follow each other. */
  readonly excerpt: readonly HelpExcerptPart[]
}

/** The one search of the help, for all code that shows its pages. */
export interface HelpSearchService {
  /** The pages that contain every significant word, at most `helpSearchLimits.found`, the best first. */
  find(query: HelpQuery): Promise<readonly FoundHelp[]>
}

/**
 * The one search of the help: the same words find the same pages in the same order wherever they are asked.
 *
 * Audience: platform.
 * @since 1.0.0
 */
export const HelpSearch = serviceToken<HelpSearchService>('core.help-search')
