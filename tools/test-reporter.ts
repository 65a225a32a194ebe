import { relative } from 'node:path'
import { inspect } from 'node:util'
import type { TestEvent } from 'node:test/reporters'
import { formatCounts, type Counts } from './counts.ts'
import { RunningTests } from './running-tests.ts'
import { FileTimes } from './slow-tests.ts'

/**
 * Reporter of `node:test`: says nothing about tests that pass, everything about those that fail, and ends with the
 * line of counts that `run-tests.ts` reads.
 */
export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const running = new RunningTests()
  const times = new FileTimes()
  for await (const event of events) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') yield event.data.message
    if (event.type === 'test:fail') yield describeFailure(event.data)
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      count(counts, event)
      time(times, event.data)
    }
    if (event.type === 'test:dequeue') running.begin(nameOf(event.data))
    if (event.type === 'test:complete') running.end(nameOf(event.data))
  }
  times.write()
  yield `${formatCounts(counts)}\n`
}

type Named = { readonly name: string; readonly file?: string; readonly line?: number }

function nameOf({ name, file, line }: Named): string {
  return file === undefined ? name : `${name} (${relative(process.cwd(), file)}:${line ?? 0})`
}

type Outcome = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>
type Failure = Extract<TestEvent, { type: 'test:fail' }>['data']

function time(times: FileTimes, { nesting, file, details }: Outcome['data']): void {
  if (nesting === 0 && file !== undefined) times.add(relative(process.cwd(), file), details.duration_ms)
}

/** A group counts only when it fails itself, not when a test inside it did. */
function count(counts: Counts, { type, data }: Outcome): void {
  if (type === 'test:fail') counts.failed += isSubtestFailure(data) ? 0 : 1
  else if (data.details.type === 'suite') return
  else if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1
  else counts.passed += 1
}

function isSubtestFailure(data: Outcome['data']): boolean {
  const error: unknown = 'error' in data.details ? data.details.error : undefined
  return error instanceof Error && 'failureType' in error && error.failureType === 'subtestsFailed'
}

function describeFailure(data: Failure): string {
  if (isSubtestFailure(data)) return ''
  const place = data.file === undefined ? '' : ` (${data.file}:${data.line ?? 0})`
  const error: unknown = data.details.error.cause ?? data.details.error
  return `\n✗ ${data.name}${place}\n${inspect(error, { depth: 6 }).replaceAll(/^/gm, '    ')}\n`
}
