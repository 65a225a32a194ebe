/**
 * The help pages of one plugin: those of its folder, then those it generates. A page with an error is logged and left
 * out; all others stay.
 */
import type { HelpPage } from '@host/plugin/platform'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'
import {
  readHelpFile,
  requireCategory,
  requireFeature,
  requireOrder,
  requireText,
  type HelpFile,
} from './read-help-file.ts'

/** Called with each page left out, and the reason. */
export type ReportPage = (page: string, error: unknown) => void

/** A plugin makes no more pages than this at run time. */
export const mostMadePages = 500

/** The pages of a plugin, each with a slug of its own. */
export function pagesOf(registered: RegisteredPlugin, report: ReportPage): readonly HelpPage[] {
  const files = [...embeddedFiles(registered, report), ...madeFiles(registered, report)]
  const pages = new Map<string, HelpPage>()
  // Translations join pages, so these come first whatever the order of the files is.
  for (const { slug, language, category, order, feature, text } of files.toSorted(englishFirst)) {
    const page = pages.get(slug)
    if (language === 'en' && page === undefined) {
      pages.set(slug, { slug, plugin: registered.name, category, order, feature, texts: { en: text } })
    } else if (language === 'zh' && page !== undefined && page.texts.zh === undefined) {
      pages.set(slug, { ...page, texts: { en: page.texts.en, zh: text } })
    } else {
      report(
        slug,
        new SyntaxError(page === undefined ? 'It translates a missing page.' : 'A page with this slug already exists.'),
      )
    }
  }
  return [...pages.values()]
}

function embeddedFiles({ helpFiles }: RegisteredPlugin, report: ReportPage): HelpFile[] {
  const files = attempt('helpDocsFS', report, () => [...(helpFiles?.() ?? [])]) ?? []
  return files.flatMap(([name, content]) => attempt(name, report, () => readHelpFile(name, content)) ?? [])
}

function madeFiles({ plugin }: RegisteredPlugin, report: ReportPage): HelpFile[] {
  const made = attempt('helpDocs', report, () => {
    const docs: unknown = plugin.helpDocs?.() ?? []
    // The promise is not awaited, so its rejection is ignored.
    if (docs instanceof Promise) docs.catch(() => undefined)
    if (!Array.isArray(docs) || docs.length > mostMadePages) {
      throw new TypeError(`helpDocs must return a list of at most ${mostMadePages} pages.`)
    }
    return docs as readonly unknown[]
  })
  return (made ?? []).flatMap((doc, index) => attempt(`helpDocs[${index}]`, report, () => readMade(doc)) ?? [])
}

/** @throws SyntaxError */
function readMade(doc: unknown): HelpFile {
  if (typeof doc !== 'object' || doc === null) throw new SyntaxError('It is not a page.')
  const { slug, language = 'en', category, order = 0, feature, title, body } = doc as Readonly<Record<string, unknown>>
  if (typeof slug !== 'string' || !/^[a-z0-9][a-z0-9-]{0,99}$/.test(slug)) {
    throw new SyntaxError('Its slug must be lowercase letters, digits, and hyphens.')
  }
  if (language !== 'en' && language !== 'zh') throw new SyntaxError('Its language must be "en" or "zh".')
  return {
    slug,
    language,
    category: requireCategory(category),
    order: requireOrder(order),
    feature: requireFeature(feature),
    text: requireText(title, body),
  }
}

function attempt<Result>(page: string, report: ReportPage, work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    report(page, error)
    return undefined
  }
}

function englishFirst(a: HelpFile, b: HelpFile): number {
  return Number(a.language === 'zh') - Number(b.language === 'zh')
}
