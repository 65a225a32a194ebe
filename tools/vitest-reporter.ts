import { DefaultReporter, type Reporter } from 'vitest/node'
import { formatCounts, type Counts } from './counts.ts'
import { RunningTests } from './running-tests.ts'
import { FileTimes } from './slow-tests.ts'

type RunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>
type TestModule = RunEnd[0][number]

/** Vitest's own report, then the line of counts that `run-tests.ts` reads. */
export default class CountsReporter extends DefaultReporter {
  readonly #running = new RunningTests()

  onTestModuleStart(module: TestModule): void {
    this.#running.begin(module.relativeModuleId)
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    this.#running.end(module.relativeModuleId)
  }

  override onTestRunEnd(...[modules, unhandledErrors, reason]: RunEnd): void {
    super.onTestRunEnd(modules, unhandledErrors, reason)
    const counts: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const times = new FileTimes()
    for (const module of modules) {
      addModule(counts, module)
      times.add(module.relativeModuleId, module.diagnostic().duration)
      if (module.state() === 'failed') process.stdout.write(placesOf(module))
    }
    times.write()
    process.stdout.write(`${formatCounts(counts)}\n`)
  }
}

/** A line for each failed test, with its file as `run-again.ts` reads it. */
function placesOf(module: TestModule): string {
  const names = [...module.children.allTests('failed')].map((test) => test.name)
  const all = [...names, ...module.errors().map(() => 'the file itself')]
  return all.map((name) => `✗ ${name.replaceAll('\n', ' ')} (${module.moduleId}:0)\n`).join('')
}

function addModule(counts: Counts, module: TestModule): void {
  counts.failed += module.errors().length
  for (const test of module.children.allTests()) counts[outcome(test.result().state)] += 1
}

function outcome(state: 'passed' | 'failed' | 'skipped' | 'pending'): keyof Counts {
  return state === 'pending' ? 'failed' : state
}
