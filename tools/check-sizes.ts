import { functionLimit, longTestFunctions } from './test-functions.ts'
import { report, type Finding } from './report.ts'
import { isGenerated, isTest, isTypeScript, readSources, type SourceFile } from './source-files.ts'

/** Names that don't describe the content of a folder or file. */
const emptyWords: readonly string[] = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'v2']

/**
 * The sizes that oxlint can't check: names of paths, and functions of tests. Its `max-lines-per-function` would count a
 * `describe`, which only groups tests. The limits of everything else are in `.oxlintrc.json`.
 */
export function checkSizes(files: readonly SourceFile[]): Finding {
  const tests = files.filter(({ path }) => isTypeScript(path) && isTest(path) && !isGenerated(path))
  const problems = [...files.flatMap(({ path }) => pathProblems(path)), ...tests.flatMap(functionProblems)]
  return { check: 'sizes', seen: tests.length, problems }
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

function functionProblems(file: SourceFile): string[] {
  return longTestFunctions(file).map(
    ({ line, lines }) => `${file.path}:${line}: a function has ${lines} lines, at most ${functionLimit}`,
  )
}

if (import.meta.main) report(checkSizes(readSources(() => true)))
