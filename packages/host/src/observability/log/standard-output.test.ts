import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { standardOutput } from './standard-output.ts'

test('a reader that is gone gets no further line, and its error is caught', () => {
  let writes = 0
  // As standard output does, it is written to again after an error.
  const stream = Object.assign(new Writable(), {
    write: () => {
      writes += 1
      return stream.emit('error', new Error('EPIPE'))
    },
  })
  const [write, other] = [standardOutput(stream), standardOutput(stream)]
  write('one\n')
  write('two\n')
  other('three\n')
  assert.deepEqual([writes, stream.listenerCount('error')], [1, 1])
})

test('a host whose log has lost its reader keeps answering, and logs no fault of a plugin', async (context) => {
  const program = spawn(
    process.execPath,
    ['--conditions=source', new URL('../../../testing/observability/log/logging-host.ts', import.meta.url).pathname],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  context.after(() => program.kill('SIGKILL'))
  const [url] = (await once(program, 'message')) as [string]
  program.stdout?.destroy()
  for (let call = 0; call < 3; call += 1) assert.equal((await fetch(`${url}/api/x/logging/line`)).status, 200)
  const { faults } = (await (await fetch(`${url}/api/x/logging/faults`)).json()) as { readonly faults: number }
  assert.equal(faults, 0)
  program.kill('SIGTERM')
  const [code] = (await once(program, 'exit')) as [number | null]
  assert.equal(code, 0)
})
