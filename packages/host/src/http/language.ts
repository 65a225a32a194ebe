import type { Language } from '@host/plugin'

// A map, because a header may contain names that every object has: "constructor", "__proto__".
const languages: ReadonlyMap<string, Language> = new Map([
  ['en', 'en'],
  ['zh', 'zh'],
])

/** The language that an `Accept-Language` header likes best among ours; English when it names none of them. */
export function preferredLanguage(header: string | null): Language {
  let best: Language = 'en'
  let bestQuality = 0
  for (const range of header?.slice(0, 500).split(',') ?? []) {
    const [tag = '', ...parameters] = range.split(';')
    const language = languages.get(tag.trim().split('-', 1)[0]?.toLowerCase() ?? '')
    const quality = qualityOf(parameters)
    if (language !== undefined && quality > bestQuality) {
      best = language
      bestQuality = quality
    }
  }
  return best
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.map((parameter) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return given === undefined ? 1 : Number(given)
}
