import type { Language, RequestScope } from '@host/plugin'
import { chosenTheme, helpSearchLimits } from '@host/plugin/platform'

/** Options of a help request. */
export interface HelpQuery {
  readonly language: Language
  /** Undefined where the system's counts. */
  readonly theme: 'light' | 'dark' | undefined
  readonly isMarkdown: boolean
  /** The search text; empty for none. */
  readonly search: string
}

/** Options of a request: the language in the URL takes precedence over the reader's setting. */
export function readHelpQuery({ request, query, language }: RequestScope): HelpQuery {
  const named = query.get('lang')
  return {
    language: named === 'en' || named === 'zh' ? named : language,
    theme: chosenTheme(request.headers.get('cookie')),
    isMarkdown: prefersMarkdown(request.headers.get('accept')),
    search: (query.get('q') ?? '').trim().slice(0, helpSearchLimits.query).toWellFormed(),
  }
}

interface Range {
  readonly type: string
  readonly quality: number
  readonly place: number
}

/** Whether Markdown is named, and liked better than HTML; where both are liked alike, which of them comes first. */
function prefersMarkdown(accept: string | null): boolean {
  const ranges = (accept ?? '').slice(0, 1000).split(',').map(readRange)
  const named = (type: string): Range | undefined => ranges.findLast((range) => range.type === type)
  const markdown = named('text/markdown')
  const html = named('text/html') ?? named('text/*') ?? named('*/*')
  if (markdown === undefined || markdown.quality === 0) return false
  if (html === undefined || html.quality !== markdown.quality) return markdown.quality > (html?.quality ?? 0)
  return html.type !== 'text/html' || markdown.place < html.place
}

function readRange(range: string, place: number): Range {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0, place }
}
