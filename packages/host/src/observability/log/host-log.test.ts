import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
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

const trap: ProxyHandler<object> = { getPrototypeOf: () => assert.fail('read'), get: () => assert.fail('read') }

test('a line of JSON has level, time, message and fields, and an error without members added by drivers', () => {
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
  const [line = ''] = linesOf('text', (log) =>
    log.warn('Ready', { plugin: 'notes', count: 2, error: new Error('why') }),
  )
  assert.match(line, /^\S+Z WARN {2}Ready plugin=notes count=2\n {2}Error: why\n {6}at /)
})

test('auto is for people on a terminal and for programs elsewhere', () => {
  const firstOf = (isTerminal: boolean): string => {
    const lines: string[] = []
    createLog({ level: 'info', format: 'auto', isTerminal, write: (line) => lines.push(line) }).info('Hello')
    return lines[0]?.[0] ?? ''
  }
  assert.deepEqual([firstOf(true), firstOf(false)], ['2', '{'])
})

test('lines below the level are left out', () => {
  assert.equal(linesOf('json', (log) => (log.debug('no'), log.info('yes'))).length, 1)
})

test('an error that is its own cause, one of another realm and one that throws when it is read are logged', () => {
  const own = new Error('own')
  own.cause = own
  const barred = Object.defineProperty(new Error('barred'), 'message', { get: () => assert.fail('read') })
  const thrown = [own, runInNewContext('new Error("foreign")') as Error, barred, new Proxy({}, trap)]
  const lines = linesOf('json', (log) => thrown.forEach((err) => log.error('It failed', { err })))
  const said = lines.map((line) => (JSON.parse(line) as { err: { message?: string } }).err)
  assert.deepEqual([said[0]?.message, said[1]?.message], ['own', 'foreign'])
  assert.deepEqual(said.slice(2), ["a value that can't be read", "a value that can't be read"])
})

test('a text of a request can neither begin a line for people nor steer their terminal', () => {
  const text = 'a\n[plugin] registered evil\u001b[31m\u2028b'
  const [line = ''] = linesOf('text', (log) => log.info(text, { title: text, error: new Error(text) }))
  assert.equal(line.split('\n').filter((row) => row.startsWith('[plugin]')).length, 0)
  assert.doesNotMatch(line, /[\u001b\u2028]/)
})
