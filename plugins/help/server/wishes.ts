import { helpSearchLimits, type Language, type RequestScope } from '@host/plugin'

/** How somebody wants to read. */
export interface Wishes {
  readonly language: Language
  readonly isMarkdown: boolean
  /** What is searched for; empty when nothing is. */
  readonly search: string
}

/** What a request asks for: the language of the address counts before that of the browser. */
export function readWishes({ request, query, language }: RequestScope): Wishes {
  const named = query.get('lang')
  return {
    language: named === 'en' || named === 'zh' ? named : language,
    isMarkdown: prefersMarkdown(request.headers.get('accept')),
    search: (query.get('q') ?? '').trim().slice(0, helpSearchLimits.query).toWellFormed(),
  }
}

/** Whether Markdown is named, and liked better than HTML. */
function prefersMarkdown(accept: string | null): boolean {
  const ranges = (accept ?? '').slice(0, 1000).split(',')
  const qualities = new Map(
    ranges.map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [type, quality === undefined ? 1 : Number(quality.slice(2)) || 0] as const
    }),
  )
  const markdown = qualities.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (qualities.get('text/html') ?? 0)
}
