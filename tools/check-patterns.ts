/**
 * Regular expressions of the product must take linear time for any text: JavaScript's engine backtracks on the main
 * thread, so a slow expression lets the author of a text stop every tenant.
 *
 * `recheck` proves it by an automaton. Where the proof isn't possible, the line above the expression states why the
 * time is still bounded: `// bounded: at most 63 characters`.
 */
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'
import { lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isGenerated, isTest, isTypeScript, readSources, type SourceFile } from './source-files.ts'

const product =
  /^(?:packages\/(?:host|plugin|client|plugin-sdk|shell|mail)\/src|plugins\/[^/]+|apps\/[^/]+\/src|examples)\//
/** Runs while building and testing, on our own files. */
const beside = /\/(?:testing|vite|gallery|scope-attacks)\/|\.story\.tsx$/

const reason = /^\s*(?:\/\/|\*|\/\*\*?).*\bbounded: \S+/

/** One expression in the source. Without `source` it is made at run time, and only its reason can be checked. */
export interface Pattern {
  readonly place: string
  readonly source?: string
  readonly flags: string
  readonly hasReason: boolean
}

/** Whether an expression takes linear time; a sentence about it when that can't be shown. */
export type Judge = (pattern: { readonly source: string; readonly flags: string }) => Promise<string | undefined>

/** Every expression that takes more than linear time and gives no reason. */
export async function checkPatterns(files: readonly SourceFile[], judge: Judge = judgeByAutomaton): Promise<Finding> {
  const patterns = files.filter(({ path }) => isOfTheProduct(path)).flatMap(patternsIn)
  const open = patterns.filter(({ hasReason }) => !hasReason)
  const once = judgeOnce(judge)
  const problems = await Promise.all(open.map((pattern) => problemOf(pattern, once)))
  return { check: 'patterns', seen: patterns.length, problems: problems.filter((one) => one !== undefined) }
}

/** Nothing repeats, so that the time at each place has a bound; nothing looks around or back, which needs the judge. */
function repeatsNothing(source: string): boolean {
  return !/[*+{]|\(\?[<=!]|\\[1-9k]/.test(source)
}

/** Many files have the same expression. */
function judgeOnce(judge: Judge): Judge {
  const verdicts = new Map<string, ReturnType<Judge>>()
  return ({ source, flags }) => {
    const key = `/${source}/${flags}`
    const verdict = verdicts.get(key) ?? judge({ source, flags })
    verdicts.set(key, verdict)
    return verdict
  }
}

function isOfTheProduct(path: string): boolean {
  return isTypeScript(path) && product.test(path) && !isTest(path) && !isGenerated(path) && !beside.test(path)
}

/** The regular expressions of a file, literals and those made with `RegExp`. */
export function patternsIn({ path, text }: SourceFile): readonly Pattern[] {
  const lines = text.split('\n')
  const found: Pattern[] = []
  const add = (start: number, literal?: { readonly pattern: string; readonly flags: string }): void => {
    const line = lineAt(text, start)
    const hasReason = reason.test(lines[line - 2] ?? '')
    const source = literal === undefined ? {} : { source: literal.pattern }
    found.push({ place: `${path}:${line}`, ...source, flags: literal?.flags ?? '', hasReason })
  }
  const addMade = (node: { start: number; callee: { type: string; name?: unknown } }): void => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') add(node.start)
  }
  new Visitor({
    Literal: (node) => 'regex' in node && node.regex !== null && add(node.start, node.regex),
    NewExpression: addMade,
    CallExpression: addMade,
  }).visit(parseSync(path, text).program)
  return found
}

async function problemOf({ place, source, flags }: Pattern, judge: Judge): Promise<string | undefined> {
  const fault = source === undefined ? 'is made at run time' : await judge({ source, flags })
  if (fault === undefined) return undefined
  const shown = source === undefined ? 'RegExp' : `/${source}/${flags}`
  return `${place}: ${shown} ${fault}; rewrite it, or say above it why its time is bounded: // bounded: <reason>`
}

/** Generous, since a verdict must not hang on how busy the machine is. The slowest expression takes under a second. */
const patience = 120_000

async function judgeByAutomaton({ source, flags }: { source: string; flags: string }): Promise<string | undefined> {
  if (repeatsNothing(source)) return undefined
  const verdict = await check(source, flags, { checker: 'automaton', timeout: patience })
  if (verdict.status === 'unknown') return `can't be shown to take linear time (${verdict.error.kind})`
  if (verdict.status === 'vulnerable') return `takes more than linear time (${verdict.complexity.summary})`
  return undefined
}

if (import.meta.main) {
  const finding = await checkPatterns(readSources(isOfTheProduct))
  report(finding)
  // The agent that judges would keep the process alive.
  process.exit()
}
