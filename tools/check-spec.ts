import { earlierPending, parsePending, pendingFile, type Pending } from './pending-rules.ts'
import { provenRules, quotesIn } from './quoted-rules.ts'
import { report, type Finding } from './report.ts'
import { isTypeScript, readSources, type SourceFile } from './source-files.ts'

const promiseFiles: ReadonlySet<string> = new Set([
  'docs/spec.md',
  'docs/identity.md',
  'docs/platform.md',
  'docs/agents.md',
])

/** Facts compared by the check. `earlier` are the committed states of the pending list. */
export type SpecFacts = {
  readonly specification: string
  readonly files: readonly SourceFile[]
  readonly pending: Pending
  readonly earlier: readonly Pending[]
}

/**
 * Checks that every rule of the specification and of identity, background work and agents is quoted by a test, or waits
 * in the pending list, which may name no proven rule and may only become shorter.
 */
export function checkSpec({ specification, files, pending, earlier }: SpecFacts): Finding {
  const numbers = Array.from(specification.matchAll(/^- \*\*§(\d+\.\d+|[IPA]\d+)\*\*/gm), ([, number = '']) => number)
  const known = new Set(numbers)
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  const problems = [
    ...twice.map((number) => `docs: §${number} stands twice`),
    ...files.flatMap((file) => unknownRules(file, known)),
    ...checkProof(known, new Set(files.flatMap(provenRules)), new Set(Object.keys(pending.rules))),
    ...checkShrinking(pending, earlier),
  ]
  return { check: 'spec', seen: numbers.length, problems }
}

function unknownRules(file: SourceFile, known: ReadonlySet<string>): string[] {
  return quotesIn(file)
    .filter(({ rule }) => !known.has(rule))
    .map(
      ({ rule, line }) =>
        `${file.path}:${line}: §${rule} is not a rule of docs/spec.md, docs/identity.md, docs/platform.md or docs/agents.md`,
    )
}

function checkProof(known: ReadonlySet<string>, proven: ReadonlySet<string>, waiting: ReadonlySet<string>): string[] {
  return [
    ...[...known.difference(proven).difference(waiting)].map(
      (rule) => `§${rule} is quoted by the title of no test: write one that proves it`,
    ),
    ...[...waiting.intersection(proven)].map((rule) => `${pendingFile}: §${rule} is proven by a test now: take it out`),
    ...[...waiting.difference(known)].map(
      (rule) =>
        `${pendingFile}: ${rule} is not a rule of docs/spec.md, docs/identity.md, docs/platform.md or docs/agents.md`,
    ),
  ]
}

function checkShrinking({ ceiling, rules }: Pending, earlier: readonly Pending[]): string[] {
  const waiting = Object.keys(rules)
  const isAdded = (rule: string): boolean => earlier.some((state) => !Object.hasOwn(state.rules, rule))
  return [
    ...(ceiling === waiting.length
      ? []
      : [`${pendingFile}: "ceiling" is ${ceiling}, but ${waiting.length} rules are listed: write ${waiting.length}`]),
    ...waiting
      .filter(isAdded)
      .map((rule) => `${pendingFile}: §${rule} was not pending before: the list only shrinks, so prove it by a test`),
  ]
}

if (import.meta.main) {
  const specification = readSources((path) => promiseFiles.has(path))
  const [pending] = readSources((path) => path === pendingFile)
  const isOwnTest = (path: string): boolean => path === 'tools/check-spec.test.ts'
  report(
    checkSpec({
      specification: specification.map(({ text }) => text).join('\n'),
      files: readSources((path) => isTypeScript(path) && !isOwnTest(path)),
      pending: parsePending(pending?.text ?? '{}'),
      earlier: earlierPending(),
    }),
  )
}
