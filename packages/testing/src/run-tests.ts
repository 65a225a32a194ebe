#!/usr/bin/env node
/**
 * The script behind `npm test` of a plugin: `node --test`, on a Node that reads TypeScript, and red when nothing ran. On
 * an older Node the runner leaves `.ts` files out and succeeds, so this must be JavaScript that an older Node runs.
 */
import * as fs from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const oldestNode = 26
const { node: version } = process.versions

if (Number.parseInt(version, 10) < oldestNode) {
  stop(
    `The tests need Node ${oldestNode} and were started with ${version}. Run npm install without --omit=optional, which installs Node ${oldestNode} for this plugin, or run host plugin test, which needs no Node.`,
  )
} else await runTests()

async function runTests(): Promise<void> {
  const patterns = process.argv.slice(2)
  const events = run(patterns.length === 0 ? ownTests() : { globPatterns: patterns })
  let count = 0
  events.on('test:pass', (event) => {
    if (isTest(event) && event.skip === undefined) count += 1
  })
  events.on('test:fail', (event) => {
    if (isTest(event)) count += 1
    if (event.todo === undefined) process.exitCode = 1
  })
  events.compose(spec).pipe(process.stdout)
  await new Promise<void>((done) => {
    events.on('end', done)
  })
  if (count === 0 && process.exitCode !== 1) stop('No test ran. Write one in a file that ends with .test.ts.')
}

/** All tests, or those that are not of another runner. */
function ownTests(): { files?: string[] } {
  const exclude = (path: string): boolean => path === 'node_modules' || path.endsWith('/node_modules')
  const files = fs.globSync('**/*.test.{ts,tsx,mts,js,mjs}', { exclude })
  const others = files.filter((file) => /from ['"]vitest['"]/.test(fs.readFileSync(file, 'utf8')))
  if (others.length === 0) return {}
  process.stderr.write(`Left out because they run on Vitest: ${others.join(', ')}. Run them with npx vitest run.\n`)
  return { files: files.filter((file) => !others.includes(file)) }
}

/** A file without tests is reported as a test of its own name. */
function isTest({ name, file = '', details }: { name: string; file?: string; details: { type?: string } }): boolean {
  return details.type !== 'suite' && !file.endsWith(name)
}

function stop(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
