/**
 * Names of the running tests, in a file that outlives the suite: when a suite hangs, the file names the test. A
 * reporter writes it, since a hanging process can't be asked.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Names the file, for the reporters. */
export const runningVariable = 'TEST_RUNNING_FILE'

const mostNamed = 5

/** Running tests recorded by a reporter. Without the variable it records none. */
export class RunningTests {
  readonly #file = process.env[runningVariable]
  readonly #open = new Map<string, number>()

  begin(name: string): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    this.#write()
  }

  end(name: string): void {
    const count = (this.#open.get(name) ?? 0) - 1
    if (count > 0) this.#open.set(name, count)
    else this.#open.delete(name)
    this.#write()
  }

  #write(): void {
    if (this.#file !== undefined) writeFileSync(this.#file, [...this.#open.keys()].join('\n'))
  }
}

/** The tests that were running in a suite, latest first. */
export function readRunning(file: string): readonly string[] {
  try {
    const names = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return names.toReversed().slice(0, mostNamed)
  } catch {
    return []
  }
}

export function forgetRunning(file: string): void {
  rmSync(file, { force: true })
}
