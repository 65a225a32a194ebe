/** Runs test files in one process: `node --conditions=source tools/run-node-tests.ts <pattern…>`. */
import './cheap-test-scopes.ts'
import { pipeline } from 'node:stream/promises'
import reportFailures from './test-reporter.ts'

// The scopes have to be in place before the runner is loaded.
const { run } = await import('node:test')

const tests = run({ globPatterns: process.argv.slice(2), isolation: 'none' })
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
await pipeline(tests, reportFailures, process.stdout, { end: false })
