import { hanLength, typographyProblems } from '../packages/testing/src/plugin-checks/languages/chinese-typography.ts'
import { isDictionary, loadServerTexts, pairJson, type Dictionary, type Texts } from './dictionaries.ts'
import { glossary } from './glossary.ts'
import { proseOf } from '../packages/testing/src/plugin-checks/languages/prose.ts'
import { pagePairProblems } from './page-pairs.ts'
import { report, type Finding } from './report.ts'
import { readSources, type SourceFile } from './source-files.ts'

/** The name of a placeholder, which is never displayed. */
const placeholder = /\{\{.*?\}\}|\{\w+\}/g
const isPage = (path: string): boolean => path.endsWith('.mdx')
const isChinesePage = ({ path }: SourceFile): boolean => path.endsWith('.zh.mdx')

/**
 * Missing translations, words against the glossary, typography, labels of buttons that are too long, and pages of the
 * help that call something otherwise than the product does.
 */
export function checkLanguage(dictionaries: readonly Dictionary[], pages: readonly SourceFile[]): Finding {
  const seen = dictionaries.reduce((sum, { zh }) => sum + zh.size, 0)
  return {
    check: 'language',
    seen,
    problems: [
      ...dictionaries.flatMap(dictionaryProblems),
      ...pages.filter(isChinesePage).flatMap(pageProblems),
      ...pagePairProblems(pages, dictionaries),
    ],
  }
}

function dictionaryProblems({ path, en, zh }: Dictionary): string[] {
  const texts = Array.from(zh, ([key, text]) => ({ key, text, english: en.get(key) ?? '' }))
  return [
    ...missing(en, zh).map((key) => `${path}: ${key} is missing in Chinese`),
    ...missing(zh, en).map((key) => `${path}: ${key} is missing in English`),
    ...texts.flatMap((entry) => textProblems(entry).map((problem) => `${path}: ${entry.key}: ${problem}`)),
  ]
}

/** Chinese has one plural form, English two: `_one` and `_other` are the same key. */
function missing(from: Texts, to: Texts): string[] {
  const plain = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')
  const known = new Set(Array.from(to.keys(), plain))
  return [...from.keys()].filter((key) => !known.has(plain(key)))
}

function textProblems({ key, text, english }: { key: string; text: string; english: string }): string[] {
  if (isButton(key)) return [...buttonProblems(text), ...wordProblems(text)]
  const words = english.replaceAll(placeholder, '')
  const lost = glossary.filter((term) => term.english.test(words) && !text.includes(term.chinese))
  return [
    ...typographyProblems(text),
    ...wordProblems(text),
    ...lost.map(({ chinese }) => `"${english}" is translated without the fixed word ${chinese}`),
  ]
}

function isButton(key: string): boolean {
  return key.split('.').some((part) => /^(buttons?|actions?)$|(Button|Action)$/.test(part))
}

function buttonProblems(text: string): string[] {
  const length = hanLength(text)
  return length !== undefined && length >= 2 && length <= 4
    ? []
    : [`the button "${text}" needs 2 to 4 Chinese characters`]
}

function wordProblems(text: string): string[] {
  return glossary.flatMap(({ chinese, never }) =>
    never.filter((word) => text.includes(word)).map((word) => `${word} is called ${chinese} here`),
  )
}

function pageProblems(page: SourceFile): string[] {
  return proseOf(page.text).flatMap(({ line, text }) =>
    [...typographyProblems(text), ...wordProblems(text)].map((problem) => `${page.path}:${line}: ${problem}`),
  )
}

if (import.meta.main) {
  const files = readSources((path) => isDictionary(path))
  const dictionaries = [...pairJson(files), ...(await loadServerTexts(files))]
  report(checkLanguage(dictionaries, readSources(isPage)))
}
