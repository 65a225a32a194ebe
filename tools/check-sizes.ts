import { functionsOf } from './functions.ts'
import { report, type Finding } from './report.ts'
import { emptyWords, limits, specifiedParameters } from './size-limits.ts'
import { isGenerated, isTypeScript, readSources, type SourceFile } from './source-files.ts'

const isDictionary = (path: string): boolean => /\/i18n\.ts$|\/(en|zh)\.(ts|json)$/.test(path)
const isPage = (path: string): boolean => path.endsWith('Page.tsx')

/** Every file, function and parameter list over its limit, and every path with a word that says nothing. */
export function checkSizes(files: readonly SourceFile[]): Finding {
  const code = files.filter(({ path }) => isTypeScript(path) && !isGenerated(path))
  const problems = [...files.flatMap(({ path }) => pathProblems(path)), ...code.flatMap(codeProblems)]
  return { check: 'sizes', seen: code.length, problems }
}

/** The last word of a folder or file is its noun: `common-passwords` names a thing, `password-helpers` does not. */
function pathProblems(path: string): string[] {
  const nouns = new Set(path.split('/').map(nounOf))
  const found = emptyWords.filter((word) => nouns.has(word))
  return found.map((word) => `${path}: "${word}" says nothing about what is inside; name the thing itself`)
}

function nounOf(part: string): string | undefined {
  const stem = part.replace(/\..*$/, '').replaceAll(/([a-z])([A-Z])/g, '$1-$2')
  return /[a-z0-9]+$/.exec(stem.toLowerCase())?.[0]
}

function codeProblems(file: SourceFile): string[] {
  return [...fileProblems(file), ...functionProblems(file)]
}

function fileProblems({ path, text }: SourceFile): string[] {
  if (isDictionary(path)) return []
  const lines = text.trimEnd().split('\n').length
  const limit = isPage(path) ? limits.pageLines : limits.fileLines
  return lines > limit ? [`${path}: ${lines} lines, at most ${limit}`] : []
}

function functionProblems(file: SourceFile): string[] {
  const mostParameters = specifiedParameters[file.path] ?? limits.parameters
  return functionsOf(file).flatMap(({ name, line, lines, parameters }) => {
    const where = `${file.path}:${line}: ${name}`
    return [
      ...(lines > limits.functionLines ? [`${where} has ${lines} lines, at most ${limits.functionLines}`] : []),
      ...(parameters > mostParameters
        ? [`${where} takes ${parameters} parameters, at most ${mostParameters}; pass one object`]
        : []),
    ]
  })
}

if (import.meta.main) report(checkSizes(readSources(() => true)))
