import assert from 'node:assert/strict'
import { BootError } from '@host/host'
import { startSpecHost, type SpecHostOptions } from './spec-host.ts'

/** Starts a host that must refuse, and gives the problems that it names. */
export async function problemsOf(options: SpecHostOptions): Promise<readonly string[]> {
  const problems: string[] = []
  const start = async (): Promise<void> => await (await startSpecHost(options))[Symbol.asyncDispose]()
  await assert.rejects(start, (error) => {
    if (error instanceof BootError) problems.push(...error.problems)
    return error instanceof BootError
  })
  return problems
}

/** Asserts that a start is refused with one sentence that says all of this. */
export async function assertRefused(options: SpecHostOptions, ...said: readonly RegExp[]): Promise<void> {
  const problems = await problemsOf(options)
  assert.equal(problems.length, 1, problems.join('\n'))
  for (const words of said) assert.match(problems[0] ?? '', words)
}
