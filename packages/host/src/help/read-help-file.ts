import { helpCategories, limits, type HelpCategory, type HelpText } from '@host/plugin'

/** A file of help, read: the page of its name in its language. */
export interface HelpFile {
  readonly slug: string
  readonly language: 'en' | 'zh'
  readonly category: HelpCategory
  readonly order: number
  readonly text: HelpText
}

/**
 * Reads a page as composing has embedded it.
 * @throws SyntaxError that says what the file lacks
 */
export function readHelpFile(name: string, content: string): HelpFile {
  const [, slug, chinese] = /^([a-z0-9][a-z0-9-]*)(\.zh)?\.mdx$/.exec(name) ?? []
  const [block, front] = /^---\r?\n(.*?)\r?\n---(?:\r?\n|$)/s.exec(content) ?? []
  if (slug === undefined || block === undefined || front === undefined) {
    throw new SyntaxError('It has no fitting name or no front matter.')
  }
  const fields = new Map(front.split(/\r?\n/).map(readField))
  return {
    slug,
    language: chinese === undefined ? 'en' : 'zh',
    category: requireCategory(fields.get('category')),
    order: requireOrder(Number(fields.get('order') ?? 0)),
    text: requireText(fields.get('title'), content.slice(block.length)),
  }
}

/** @throws SyntaxError */
export function requireCategory(value: unknown): HelpCategory {
  const category = helpCategories().find((one) => one === value)
  if (category === undefined) throw new SyntaxError(`It has no category of ${helpCategories().join(', ')}.`)
  return category
}

/** @throws SyntaxError */
export function requireOrder(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new SyntaxError('Its order is no number.')
  return value
}

/** @throws SyntaxError */
export function requireText(title: unknown, body: unknown): HelpText {
  if (typeof title !== 'string' || title.trim() === '' || title.length > 200) {
    throw new SyntaxError('It has no title of 1 to 200 characters.')
  }
  if (typeof body !== 'string' || body.length > limits.helpPage) {
    throw new SyntaxError(`It has no body of at most ${limits.helpPage} characters.`)
  }
  return Object.freeze({ title: title.trim(), body: body.trim() })
}

function readField(line: string): [key: string, value: string] {
  const [, key = '', value = ''] = /^([A-Za-z]+):\s*(.*?)\s*$/.exec(line) ?? []
  return [key, /^(["'])(.*)\1$/.exec(value)?.[2] ?? value]
}
