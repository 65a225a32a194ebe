import { limits, type HelpCategory } from '@host/plugin'
import { helpCategories, type HelpText } from '@host/plugin/platform'

/** A file of help, read: the page of its name in its language. */
export interface HelpFile {
  readonly slug: string
  readonly language: 'en' | 'zh'
  readonly category: HelpCategory
  readonly order: number
  readonly feature: string | undefined
  readonly text: HelpText
}

/**
 * Reads a page as embedded by the build.
 * @throws SyntaxError that states the missing part of the file
 */
export function readHelpFile(name: string, file: string): HelpFile {
  const content = file.replace(/^\uFEFF/, '')
  const [, slug, chinese] = /^([a-z0-9][a-z0-9-]{0,99})(\.zh)?\.mdx$/.exec(name) ?? []
  const [block, front] = /^---\r?\n(.*?)\r?\n---(?:\r?\n|$)/s.exec(content) ?? []
  if (slug === undefined || block === undefined || front === undefined) {
    throw new SyntaxError('It has an invalid name or no front matter.')
  }
  const fields = new Map(front.split(/\r?\n/).map(readField))
  return {
    slug,
    language: chinese === undefined ? 'en' : 'zh',
    category: requireCategory(fields.get('category')),
    order: requireOrder(Number(fields.get('order') ?? 0)),
    feature: requireFeature(fields.get('feature')),
    text: requireText(fields.get('title'), content.slice(block.length)),
  }
}

/** @throws SyntaxError */
export function requireCategory(value: unknown): HelpCategory {
  const category = helpCategories().find((one) => one === value)
  if (category === undefined) throw new SyntaxError(`Its category must be one of ${helpCategories().join(', ')}.`)
  return category
}

/** @throws SyntaxError */
export function requireOrder(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new SyntaxError('Its order is not a number.')
  return value
}

/** @throws SyntaxError */
export function requireFeature(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^[a-z][a-z0-9-]{1,30}$/.test(value)) {
    throw new SyntaxError('Its feature is not a feature name.')
  }
  return value
}

/** @throws SyntaxError */
export function requireText(title: unknown, body: unknown): HelpText {
  if (typeof body !== 'string' || body.length > limits.helpPage) {
    throw new SyntaxError(`Its body must be 1 to ${limits.helpPage} characters.`)
  }
  const name = typeof title === 'string' && title.length <= 200 ? readable(title).replaceAll(/\s+/g, ' ').trim() : ''
  if (name === '') throw new SyntaxError('Its title must be 1 to 200 characters.')
  return Object.freeze({ title: name, body: readable(body).trim() })
}

/** Without invisible characters that reverse or cut the text around them. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
}

function readField(line: string): [key: string, value: string] {
  const [, key = '', rest = ''] = /^([A-Za-z]+):(.*)$/s.exec(line) ?? []
  const value = rest.trim()
  const quote = value.at(0)
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.at(-1) === quote
  return [key, isQuoted ? value.slice(1, -1) : value]
}
