/** Seconds of each test file: a reporter writes them to a file when its suite ends, and a whole run prints the slowest. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Names the file, for the reporters. */
export const timesVariable = 'TEST_TIMES_FILE'

/** A test file, and how long its tests took. */
export interface FileTime {
  readonly file: string
  readonly seconds: number
}

/** Times recorded by a reporter. Without the variable they are kept nowhere. */
export class FileTimes {
  readonly #target = process.env[timesVariable]
  readonly #milliseconds = new Map<string, number>()

  add(file: string, milliseconds: number): void {
    this.#milliseconds.set(file, (this.#milliseconds.get(file) ?? 0) + milliseconds)
  }

  write(): void {
    if (this.#target === undefined) return
    const lines = [...this.#milliseconds].map(([file, time]) => `${(time / 1000).toFixed(1)} ${file}\n`)
    writeFileSync(this.#target, lines.join(''))
  }
}

/** The times that a suite wrote; none where it ended early. */
export function takeTimes(target: string): readonly FileTime[] {
  try {
    const lines = readFileSync(target, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => ({ file: line.slice(line.indexOf(' ') + 1), seconds: Number.parseFloat(line) }))
  } catch {
    return []
  } finally {
    rmSync(target, { force: true })
  }
}

/** A line for each of the slowest files. */
export function slowestLines(times: readonly FileTime[], most = 30): readonly string[] {
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, most)
  return slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
