import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { measured, takeProcessorSeconds } from './processor-time.ts'

const script = `
  const until = performance.now() + 300
  while (performance.now() < until);
  process.exit(Number(process.argv[1]))`

test('a measured command keeps its exit code, and says how long it computed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'processor-time-'))
  const target = join(folder.path, 'with a space')
  const [file = '', ...args] = measured([process.execPath, '-e', script, '7'], target)
  assert.equal(spawnSync(file, args).status, 7)
  const seconds = takeProcessorSeconds(target) ?? 0
  assert.ok(seconds > 0.02 && seconds < 20, `${seconds}`)
  assert.equal(takeProcessorSeconds(target), undefined, 'it is taken once')
})

test('minutes and seconds of both kinds are added', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'processor-time-'))
  const target = join(folder.path, 'used')
  writeFileSync(target, '0m9.0s 0m9.0s\n1m2.5s 2m0.25s\n')
  assert.equal(takeProcessorSeconds(target), 182.75)
  writeFileSync(target, 'nothing\n')
  assert.equal(takeProcessorSeconds(target), undefined)
})
