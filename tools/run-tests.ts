import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { busyPercent, readCoreTimes } from './busy-cores.ts'
import { runAll } from './run-all.ts'
import { temporaryFiles } from './temporary-files.ts'
import { runMinutes, soakFactor, soakSuites, suites } from './test-suites.ts'

const root = join(import.meta.dirname, '..')
const isSoak = process.env['HOST_SOAK'] === '1'

/** `pnpm test` runs every suite; `pnpm test web tools` runs those whose name begins with one of the words. */
async function main(words: readonly string[]): Promise<void> {
  const chosen = (isSoak ? soakSuites : suites).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
  )
  if (chosen.length === 0) console.log(`No suite begins with ${words.join(', ')}.`)
  const minutes = runMinutes * (isSoak ? soakFactor : 1)
  // The files of a soak are larger than memory.
  using temporary = isSoak ? null : temporaryFiles()
  if (temporary !== null) process.env['TMPDIR'] = temporary.path
  // For what one suite makes and later ones use too.
  using shared = mkdtempDisposableSync(join(tmpdir(), 'host-run-'))
  process.env['HOST_TEST_SHARED'] = shared.path
  const before = readCoreTimes()
  const { passed, failed, skipped } = await runAll(chosen, { root, isSoak, minutes })
  console.log(`The cores were busy for ${busyPercent(before, readCoreTimes())} % of the time.`)
  if (skipped > 0) console.log(`${skipped} skipped`)
  const failures = chosen.length === 0 ? 1 : failed
  process.exitCode = failures > 0 ? 1 : 0
  console.log(`${passed} passed, ${failures} failed`)
}

await main(process.argv.slice(2))
