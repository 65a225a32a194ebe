import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTypeErrors, readTypeErrors } from './read-type-errors.ts'

const output = `plugin.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.
  The reason.
../../packages/host/src/a.ts(1,2): error TS7016: Not of the plugin.
error TS5023: Unknown compiler option 'x'.
Found 3 errors.
`

test('an error of a type has its file, its place and its reasons', () => {
  assert.deepEqual(readTypeErrors(output, '/co/examples/hello'), [
    {
      message: "TS2322: Type 'string' is not assignable to type 'number'.\n  The reason.",
      file: '/co/examples/hello/plugin.ts',
      line: 3,
      column: 14,
    },
    { message: 'TS7016: Not of the plugin.', file: '/co/packages/host/src/a.ts', line: 1, column: 2 },
    { message: "TS5023: Unknown compiler option 'x'." },
  ])
})

test('errors in the sources of the checkout are left out, those beside the plugin are not', () => {
  const faults = readTypeErrors(output, '/co/examples/hello')
  const codes = (folder: string, checkout: string | undefined): readonly string[] =>
    ownTypeErrors(faults, { folder, checkout }).map(({ message }) => message.slice(0, 6))
  assert.deepEqual(codes('/co/examples/hello', '/co'), ['TS2322', 'TS5023'])
  assert.deepEqual(codes('/co/examples/hello', undefined), ['TS2322', 'TS7016', 'TS5023'])
  assert.deepEqual(codes('/co/examples/hello', '/other'), ['TS2322', 'TS7016', 'TS5023'])
})
