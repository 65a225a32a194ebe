import type { HelpText } from './platform/help-library.ts'
import type { Language } from './wire-types.ts'

const categories = ['start', 'operations', 'infrastructure', 'commerce', 'settings', 'licensing'] as const

/** A category of help pages. */
export type HelpCategory = (typeof categories)[number]

/**
 * The six categories a help page may stand in, in the order in which they are shown (spec §2, "Help document").
 * @since 1.0.0
 */
export function helpCategories(): readonly HelpCategory[] {
  return categories
}

/**
 * A page as Markdown for programs and agents: its title, then its text, which may begin with the same title.
 * @since 1.0.0
 */
export function helpMarkdown({ title, body }: HelpText): string {
  const heading = `# ${title}\n`
  return `${body}\n`.startsWith(heading) ? `${body}\n` : `${heading}\n${body}\n`
}

/** A help page built at run time; pages known at build time stand in the folder that `helpDocsFS` names. */
export interface HelpDoc {
  /** Served under `/help/<slug>`; lower-case letters, digits and hyphens. */
  readonly slug: string
  readonly title: string
  readonly category: HelpCategory
  /** Sorted by `order`, then `title`. */
  readonly order?: number
  /** English when left out; a translation shares its page's slug. */
  readonly language?: Language
  /** The feature that the page is about, where it is not the plugin's own: the page is there while both are on. */
  readonly feature?: string
  /** Markdown with the fixed set of components; never evaluated. */
  readonly body: string
}
