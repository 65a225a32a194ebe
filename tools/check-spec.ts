import { report, type Finding } from './report.ts'
import { isTypeScript, readSources, type SourceFile } from './source-files.ts'
import { lineAt } from './imports.ts'

const quoted = /§(\d+\.\d+)/g

/** Every rule that a file quotes and the specification does not have, and every number given twice. */
export function checkSpec(specification: string, files: readonly SourceFile[]): Finding {
  const numbers = Array.from(specification.matchAll(/^- \*\*§(\d+\.\d+)\*\*/gm), ([, number = '']) => number)
  const known = new Set(numbers)
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  const problems = [
    ...twice.map((number) => `docs/spec.md: §${number} stands twice`),
    ...files.flatMap((file) => unknownRules(file, known)),
  ]
  return { check: 'spec', seen: numbers.length, problems }
}

function unknownRules({ path, text }: SourceFile, known: ReadonlySet<string>): string[] {
  return [...text.matchAll(quoted)]
    .filter(([, number = '']) => !known.has(number))
    .map((match) => `${path}:${lineAt(text, match.index)}: ${match[0]} is no rule of docs/spec.md`)
}

if (import.meta.main) {
  const [specification] = readSources((path) => path === 'docs/spec.md')
  const isOwnTest = (path: string): boolean => path === 'tools/check-spec.test.ts'
  report(
    checkSpec(
      specification?.text ?? '',
      readSources((path) => isTypeScript(path) && !isOwnTest(path)),
    ),
  )
}
