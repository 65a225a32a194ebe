import { format as formatted } from 'oxfmt'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report, type Finding } from './report.ts'
import { isTest, isTypeScript, readSources, root, type SourceFile } from './source-files.ts'

/** The most lines of code of the example that shows how little a whole product takes. */
const mostLines = 400
const folders = /^examples\/crm(?:-report)?\//

/** Formats the text of a file. */
export type Format = (file: SourceFile) => Promise<string>

/** A finding, and the files that count as texts. */
export type CountedLines = Finding & { readonly texts: readonly string[] }

/**
 * The lines of code of the CRM and its report, formatted here, so that neither a setting nor a comment of theirs makes them
 * fewer. Files of texts are not code, and hold none.
 */
export async function checkLines(files: readonly SourceFile[], format: Format): Promise<CountedLines> {
  const texts = files.filter(({ path }) => path.endsWith('/texts.ts'))
  const code = files.filter((file) => !texts.includes(file))
  const counts = await Promise.all(code.map(async (file) => ({ ...file, lines: linesOf(await format(file)) })))
  const sum = counts.reduce((total, { lines }) => total + lines, 0)
  const listed = counts.map(({ path, lines }) => `${path} ${lines}`).join(', ')
  const problems = [
    ...(sum > mostLines ? [`examples/crm: ${sum} lines of code, more than ${mostLines}: ${listed}`] : []),
    ...code
      .filter(({ text }) => /\b(?:oxfmt|prettier)-ignore/.test(text))
      .map(({ path }) => `${path}: is not formatted`),
    ...texts.filter(({ text }) => /=>|\bfunction\b|^import /m.test(text)).map(({ path }) => `${path}: has code`),
  ]
  return { check: 'lines', seen: code.length, problems, texts: texts.map(({ path }) => path) }
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}

/** Formats with the settings of the repository. */
async function formatFile({ path, text }: SourceFile): Promise<string> {
  const {
    $schema: _,
    ignorePatterns: __,
    ...settings
  } = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as Readonly<Record<string, unknown>>
  return (await formatted(path, text, settings)).code
}

if (import.meta.main) {
  const isCounted = (path: string): boolean => folders.test(path) && isTypeScript(path) && !isTest(path)
  const { texts, ...finding } = await checkLines(readSources(isCounted), formatFile)
  console.log(`texts: ${texts.join(', ')}`)
  report(finding)
}
