/**
 * The code on the pages of the cookbook is quoted from tested files, so that a page can't drift from code that runs.
 * `--write` renews the quotes.
 */
import { writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { report, type Finding } from './report.ts'
import { readSources, root, type SourceFile } from './source-files.ts'

const [pages, code] = ['docs/cookbook', 'examples/cookbook']
const index = `${pages}/README.md`

/** A block of code: its info string, such as `ts file=board.ts`, and its text. */
const block = /^```([^\n]*)\n([^]*?)^```$/gm
const quotes = /^tsx? file=(\S+)$/

/** Pages that differ from their code, code that no page quotes, and recipes without a test or a link. */
export function checkCookbook(files: readonly SourceFile[]): Finding {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const recipes = files.filter(({ path }) => isRecipe(path))
  const quoted = new Set(recipes.flatMap(({ text }) => quotedIn(text)))
  const linked = texts.get(index) ?? ''
  const problems = [
    ...recipes.flatMap((recipe) => problemsIn(recipe, texts)),
    ...recipes.flatMap(({ path }) => {
      const name = posix.basename(path)
      return linked.includes(`](${name})`) ? [] : [`${index}: has no link to ${name}`]
    }),
    ...files.flatMap(({ path }) => (isQuotable(path) && !quoted.has(path) ? [`${path}: no page quotes it`] : [])),
  ]
  return { check: 'cookbook', seen: recipes.length, problems }
}

/** The text of a page with the newest code in its blocks. */
export function renewed(text: string, files: ReadonlyMap<string, string>): string {
  return text.replaceAll(block, (whole: string, info: string) => {
    const source = files.get(sourceOf(info) ?? '')
    return source === undefined ? whole : `\`\`\`${info}\n${source}\`\`\``
  })
}

function problemsIn({ path, text }: SourceFile, files: ReadonlyMap<string, string>): string[] {
  const blocks = Array.from(text.matchAll(block), ([, info = '', content = '']) => ({
    source: sourceOf(info),
    content,
  }))
  const test = `${code}/${posix.basename(path, '.md')}.test.ts`
  return [
    ...(files.has(test) ? [] : [`${path}: has no test; write ${test}`]),
    ...(blocks.length > 0 ? [] : [`${path}: has no code`]),
    ...blocks.flatMap(({ source, content }) => {
      if (source === undefined) return [`${path}: has code that is not quoted; name its file: ts file=recipe.ts`]
      if (!files.has(source)) return [`${path}: quotes ${source}, which is not there`]
      if (files.get(source) === content) return []
      return [`${path}: differs from ${source}; run node tools/check-cookbook.ts --write`]
    }),
  ]
}

function sourceOf(info: string): string | undefined {
  const [, file] = quotes.exec(info) ?? []
  return file === undefined ? undefined : posix.join(code, file)
}

const quotedIn = (text: string) => Array.from(text.matchAll(block), ([, info = '']) => sourceOf(info) ?? '')
const isRecipe = (path: string) => path.startsWith(`${pages}/`) && path.endsWith('.md') && path !== index
const isQuotable = (path: string) =>
  path.startsWith(`${code}/`) && /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/web\/index\.ts$/.test(path)

function main(): void {
  const files = readSources((path) => path.startsWith(`${pages}/`) || path.startsWith(`${code}/`))
  if (!process.argv.includes('--write')) return report(checkCookbook(files))
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  for (const { path, text } of files) if (isRecipe(path)) writeFileSync(join(root, path), renewed(text, texts))
}

if (import.meta.main) main()
