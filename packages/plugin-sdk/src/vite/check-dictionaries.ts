import { readFileSync } from 'node:fs'
import type { ReadHalf } from './check-half.ts'
import { resolveRelative } from './read-module-graph.ts'
import type { DictionaryFact, UIPluginFacts } from './read-ui-plugin.ts'

/** Texts that one language lacks, and texts that pages ask for and neither language has. */
export function dictionaryProblems(half: ReadHalf, facts: UIPluginFacts): string[] {
  const problems: string[] = []
  const read = (language: 'en' | 'zh'): ReadonlySet<string> | undefined => {
    const fact = facts.i18n?.[language]
    const keys = fact === undefined ? undefined : keysOf(half.entry, fact)
    if (keys === undefined) problems.push(unread(language, fact))
    return keys
  }
  const [en, zh] = facts.i18n === undefined ? [new Set<string>(), new Set<string>()] : [read('en'), read('zh')]
  if (en === undefined || zh === undefined) return problems
  const fileOf = (language: 'en' | 'zh'): string => dictionaryFile(half.entry, facts.i18n?.[language])
  return [...lacking(`zh${fileOf('zh')}`, en, zh), ...lacking(`en${fileOf('en')}`, zh, en), ...askedInVain(half, en)]
}

function dictionaryFile(entry: string, fact: DictionaryFact | undefined): string {
  const file = fact !== undefined && 'specifier' in fact ? resolveRelative(entry, fact.specifier) : undefined
  return file === undefined ? '' : ` (${file})`
}

function unread(language: string, fact: DictionaryFact | undefined): string {
  if (fact === undefined) return `i18n has no ${language}; every text is there in both languages.`
  return `the ${language} texts can not be read; write ${language}: () => import('./${language}.json').`
}

function lacking(language: string, wanted: ReadonlySet<string>, has: ReadonlySet<string>): string[] {
  return [...wanted].filter((key) => !has.has(key)).map((key) => `the text "${key}" is missing in ${language}.`)
}

function askedInVain({ name, graph }: ReadHalf, known: ReadonlySet<string>): string[] {
  const own = `${name}.`
  return [...graph.modules].flatMap(([path, { textKeys }]) =>
    textKeys
      .filter(({ text }) => text.startsWith(own) && !known.has(text.slice(own.length)))
      .map(({ text, line }) => `${path}:${line} asks for the text "${text}", which no dictionary has.`),
  )
}

/** Plural forms differ from language to language; only their key counts. */
const plural = /_(?:zero|one|two|few|many|other)$/

function keysOf(entry: string, fact: DictionaryFact): ReadonlySet<string> | undefined {
  const keys = 'keys' in fact ? fact.keys : readKeys(resolveRelative(entry, fact.specifier))
  return keys === undefined ? undefined : new Set(keys.map((key) => key.replace(plural, '')))
}

function readKeys(file: string | undefined): readonly string[] | undefined {
  if (file === undefined) return undefined
  try {
    return flatten(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function flatten(value: unknown, above = ''): string[] {
  if (typeof value !== 'object' || value === null) return [above]
  return Object.entries(value).flatMap(([key, below]) => flatten(below, above === '' ? key : `${above}.${key}`))
}
