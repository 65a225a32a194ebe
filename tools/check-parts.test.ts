import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkParts } from './check-parts.ts'
import { problemsOf } from './report.ts'

const problems = (text: string, path = 'plugins/notes/server/mount.ts') => checkParts([{ path, text }]).problems

for (const [code, expected] of [
  ['const at = Date.now()', /:1: Date\.now\(\) reads the machine's clock/],
  ["const at = Date['now']()", /Date\.now\(\) reads the machine's clock/],
  ['\nconst at = new Date()', /:2: new Date\(\) reads the machine's clock/],
  ['const at = Date()', /Date\(\) reads the machine's clock/],
  [
    'mux.handle("POST /x", async ({ request }) => save(request.body))',
    /upload is read by hand \(body\); use defineUpload/,
  ],
  ['const bytes = await scope.request.arrayBuffer()', /upload is read by hand \(arrayBuffer\)/],
  ['const form = await request.formData()', /upload is read by hand \(formData\)/],
  ['const file = await request.blob()', /upload is read by hand \(blob\)/],
  ['const file = await request.bytes()', /upload is read by hand \(bytes\)/],
  ['const copy = new Response(request.body)', /upload is read by hand \(body\)/],
  ['const { body } = request', /upload is read by hand \(body\)/],
  ['mux.handle("POST /x", async ({ request: { body } }) => save(body))', /upload is read by hand \(body\)/],
  ['const { headers, body: stream } = scope.request', /upload is read by hand \(body\)/],
  ["const bytes = Buffer.from(input.file, 'base64')", /upload is read by hand \(base64\)/],
  ["const bytes = Buffer.from(scope.input.files[0].data, 'base64')", /upload is read by hand \(base64\)/],
  ["const bytes = Buffer.from(input.file, 'base64url')", /upload is read by hand \(base64\)/],
  ["query.where('id', '<=', cursor)", /rows after a cursor are read by hand/],
  ["query.where('id', '>=', cursor)", /rows after a cursor are read by hand/],
  ["query.$call(({ where }) => where('id', '>', cursor))", /rows after a cursor are read by hand/],
  ["query.where('id', '<', cursor)", /rows after a cursor are read by hand; use listOf/],
  ["query.where((eb) => eb('created_at', '>', after.cursor))", /rows after a cursor are read by hand/],
  ["query.where('id', '>', input.nextCursor.id)", /rows after a cursor are read by hand/],
] as const) {
  test(`refuses ${code.trim()}`, () => {
    const found = problems(code)
    assert.equal(found.length, 1)
    assert.match(found[0] ?? '', expected)
  })
}

test('raises no alarm for the parts themselves, comments and texts', () => {
  const code = `
    // Date.now() and request.body
    const text = 'new Date()'
    const at = new Date(now().getTime() - 1000)
    const since = now()
    const until = clock.now()
    const dated = Date[now]()
    const input = await request.json()
    const { body } = answer
    const { headers } = request
    const read = ({ answer: { body } }) => body
    const copy = { request: { body } }
    const key = Buffer.from(secret.slice(6), 'base64')
    const after = Buffer.from(cursor, 'base64url')
    const sealed = Buffer.from(secret.key, 'base64')
    const decoded = decode(input.file, 'base64')
    const text = Buffer.from(input.title)
    const answered = response.arrayBuffer()
    const page = listOf(query, { page: { cursor, limit } })
    query.where('created_at', '<', before)
    query.where('cursor', '=', cursor)`
  assert.deepEqual(problems(code), [])
})

test('looks at server halves, shared code and examples, and not at pages and tests', () => {
  for (const path of ['plugins/notes/shared.ts', 'examples/hello/plugin.ts', 'examples/hello/server/a/b.ts']) {
    assert.equal(problems('Date.now()', path).length, 1, path)
  }
  const others = ['plugins/notes/web/now.ts', 'plugins/notes/server/now.test.ts', 'packages/host/src/now.ts']
  for (const path of [...others, 'plugins/notes/server/testing/now.ts']) {
    assert.deepEqual(problems('Date.now()', path), [], path)
  }
})

test('fails on a file that it cannot read, and on seeing none', () => {
  assert.match(problems('const = 1')[0] ?? '', /can't be read/)
  assert.notDeepEqual(problemsOf(checkParts([])), [])
})
