import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, type LogFormat } from './host-log.ts'

function linesOf(format: LogFormat, write: (log: ReturnType<typeof createLog>) => void): readonly string[] {
  const lines: string[] = []
  write(createLog({ level: 'info', format, write: (line) => lines.push(line) }))
  return lines
}

class DriverError extends Error {
  readonly code = '23505'
  readonly detail = 'Key (email)=(secret@example.com) exists'
}

test('a line of JSON has level, time, message and fields, and an error without what drivers add to it', () => {
  const [line = ''] = linesOf('json', (log) =>
    log.error('It failed', { plugin: 'notes', err: new Error('outer', { cause: new DriverError('inner') }) }),
  )
  const { level, time, msg, plugin, err } = JSON.parse(line) as Record<
    string,
    { message: string; cause: { code: string } }
  >
  assert.deepEqual(
    [level, msg, plugin, err?.message, err?.cause.code],
    ['error', 'It failed', 'notes', 'outer', '23505'],
  )
  assert.match(JSON.stringify(time), /^"\d{4}-\d\d-\d\dT/)
  assert.ok(!line.includes('secret@example.com'))
})

test('a line for people says the same in words, with the stack below', () => {
  const [line = ''] = linesOf('text', (log) => log.warn('Look', { plugin: 'notes', count: 2, error: new Error('why') }))
  assert.match(line, /^\S+Z WARN {2}Look plugin=notes count=2\nError: why\n/)
})

test('lines below the level are left out', () => {
  assert.equal(linesOf('json', (log) => (log.debug('no'), log.info('yes'))).length, 1)
})
