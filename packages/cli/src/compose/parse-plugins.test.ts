import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parsePlugins } from './parse-plugins.ts'

const faults: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ['no JSON', '{server', /^HOST_PLUGINS is not valid JSON, "\{server" \(.*: use an array such as/],
  ['an object', '{"server":"a"}', /^HOST_PLUGINS is "?\{.*not an array: use/],
  ['a string', '"a"', /^HOST_PLUGINS is "a" and not an array/],
  ['null', 'null', /^HOST_PLUGINS is null and not an array/],
  ['an entry that is a string', '["a"]', /^HOST_PLUGINS\[0\] is "a" and not an object: use/],
  ['an entry that is an array', '[[]]', /^HOST_PLUGINS\[0\] is \[\] and not an object/],
  ['an unknown key', '[{"server":"a","colour":1}]', /^HOST_PLUGINS\[0\] has the unknown key "colour": use/],
  ['the key __proto__', '[{"server":"a","__proto__":1}]', /^HOST_PLUGINS\[0\] has the unknown key "__proto__"/],
  ['go beside server', '[{"server":"a","go":"b"}]', /^HOST_PLUGINS\[0\] has both "go" "b" and "server" "a"/],
  ['a number for a package', '[{"server":5}]', /^HOST_PLUGINS\[0\] "server" is 5: use/],
  ['an empty package', '[{"server":""}]', /^HOST_PLUGINS\[0\] "server" is "": use/],
  [
    'network that is text',
    '[{"server":"a","network":"yes"}]',
    /^HOST_PLUGINS\[0\] "network" is "yes": use true or false/,
  ],
  ['nothing at all', '[{}]', /^HOST_PLUGINS\[0\] is \{\} and has no package: use/],
  ['a web half alone', '[{"npm":"a"}]', /^HOST_PLUGINS\[0\] has the web half "a" alone: add/],
  ['upper case', '[{"server":"Notes"}]', /^HOST_PLUGINS\[0\] "server" "Notes" is not a valid npm package name: use/],
  [
    'a shell command',
    '[{"server":"a; rm -rf b"}]',
    /^HOST_PLUGINS\[0\] "server" "a; rm -rf b" is not a valid npm package name/,
  ],
  [
    'an option',
    '[{"server":"--registry=x"}]',
    /^HOST_PLUGINS\[0\] "server" "--registry=x" is not a valid npm package name/,
  ],
  ['a folder without dot', '[{"server":"examples/hello"}]', /use "\.\/examples\/hello"/],
  ['a tarball without dot', '[{"server":"hello-1.0.0.tgz"}]', /use "\.\/hello-1\.0\.0\.tgz"/],
  [
    'a Go module path',
    '[{"go":"github.com/a/b"}]',
    /^HOST_PLUGINS\[0\] "server" "github.com\/a\/b" is not a valid npm package name but a Go module path/,
  ],
  ['an address', '[{"server":"https://a.example/b.tgz"}]', /is not a valid npm package name: download or clone it/],
  [
    'a range',
    '[{"server":"notes@^1.0.0"}]',
    /^HOST_PLUGINS\[0\] "server" "notes@\^1.0.0" has no exact version: use one such as "notes@1.2.3"/,
  ],
  ['a tag', '[{"server":"@a/b@latest"}]', /"@a\/b@latest" has no exact version/],
  [
    'the same package twice',
    '[{"server":"a"},{"server":"a"}]',
    /^HOST_PLUGINS\[1\] repeats "a" of HOST_PLUGINS\[0\]: list it once/,
  ],
  [
    'escape codes',
    '[{"server":"\\u001b[31m\\u009b"}]',
    /^HOST_PLUGINS\[0\] "server" "\\u001b\[31m\?" is not a package: use/,
  ],
]

for (const [what, text, expected] of faults) {
  test(`${what} is refused in one sentence that quotes it`, () => {
    const { problems } = parsePlugins(text)
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', expected)
  })
}

test('all problems of a text are reported at once', () => {
  const { problems } = parsePlugins('[{"npm":"A"},{"server":"B","x":1},3]')
  assert.deepEqual(
    problems.map((problem) => problem.slice(0, 15)),
    ['HOST_PLUGINS[0]', 'HOST_PLUGINS[0]', 'HOST_PLUGINS[1]', 'HOST_PLUGINS[1]', 'HOST_PLUGINS[2]'],
  )
})

test('every kind of value is read, and "go" means "server"', () => {
  const text =
    '[{"go":"a","npm":"@s/a-web"},{"server":"./b","npm":"/b/web"},{"server":"../c-1.0.0.tgz","network":true},{"server":"@s/d@1.2.3-rc.1"}]'
  const { entries, problems } = parsePlugins(text)
  assert.deepEqual(problems, [])
  assert.deepEqual(entries, [
    {
      index: 0,
      server: { kind: 'installed', text: 'a', name: 'a' },
      web: { kind: 'installed', text: '@s/a-web', name: '@s/a-web' },
      network: false,
    },
    {
      index: 1,
      server: { kind: 'folder', text: './b', path: './b' },
      web: { kind: 'folder', text: '/b/web', path: '/b/web' },
      network: false,
    },
    { index: 2, server: { kind: 'tarball', text: '../c-1.0.0.tgz', path: '../c-1.0.0.tgz' }, network: true },
    {
      index: 3,
      server: { kind: 'registry', text: '@s/d@1.2.3-rc.1', name: '@s/d', version: '1.2.3-rc.1' },
      network: false,
    },
  ])
})

test('an unset, an empty and a blank text name no plugin', () => {
  for (const text of [undefined, '', '  ', '[]']) assert.deepEqual(parsePlugins(text), { entries: [], problems: [] })
})

const almost = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .array(fc.dictionary(fc.constantFrom('server', 'npm', 'go', 'network', '__proto__', 'x'), fc.jsonValue()))
    .map((value) => JSON.stringify(value)),
)

test('any text gives entries or sentences, never an exception', () => {
  fc.assert(
    fc.property(almost, (text) => {
      const { entries, problems } = parsePlugins(text)
      for (const problem of problems) assert.match(problem, /^HOST_PLUGINS(\[\d+\])? [^\n\r\u001b]+$/)
      for (const { server } of entries) if ('name' in server) assert.match(server.name, /^[@a-z0-9~-]/)
    }),
    { numRuns: 2000 },
  )
})
