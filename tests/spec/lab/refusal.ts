import assert from 'node:assert/strict'
import { BootError } from '@host/host'
import { startSpecHost, type SpecHostOptions } from './spec-host.ts'

/** Starts a host that must refuse, and gives the problems that it names. */
export async function problemsOf(options: SpecHostOptions): Promise<readonly string[]> {
  try {
    await using host = await startSpecHost(options)
    assert.fail(`The host started: ${host.announced.join(', ')}`)
  } catch (error) {
    if (!(error instanceof BootError)) throw error
    return error.problems
  }
}

/** Asserts that a start is refused with one sentence that says all of this. */
export async function assertRefused(options: SpecHostOptions, ...said: readonly RegExp[]): Promise<void> {
  const problems = await problemsOf(options)
  assert.equal(problems.length, 1, problems.join('\n'))
  for (const words of said) assert.match(problems[0] ?? '', words)
}
