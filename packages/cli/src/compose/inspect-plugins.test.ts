import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { writeTarball } from '../archive/write-tarball.ts'
import { manifest, notes, plant, pluginWith, sound } from './fixtures/plant.ts'
import { inspectPlugins, type Inspection } from './inspect-plugins.ts'

const ours = {
  versions: { '@host/plugin': '1.4.0', '@host/plugin-sdk': '1.2.0', react: '19.3.1' },
  inTree: ['account'],
}
const both = '[{"server":"./notes","npm":"./notes/web"}]'

function inspect(
  t: TestContext,
  files: Readonly<Record<string, string | undefined>>,
  text: string,
): Promise<Inspection> {
  return inspectPlugins(text, { cwd: plant(t, files), work: plant(t, {}), ours })
}

function serverManifest(changes: Readonly<Record<string, unknown>>): Record<string, string> {
  return { 'package.json': manifest(sound['package.json'], changes) }
}

function webManifest(changes: Readonly<Record<string, unknown>>): Record<string, string> {
  return { 'web/package.json': manifest(sound['web/package.json'], changes) }
}

const faults: readonly (readonly [
  what: string,
  changes: Readonly<Record<string, string | undefined>>,
  sentence: RegExp,
])[] = [
  [
    'a help folder outside of the package',
    { 'plugin.ts': `${sound['plugin.ts']}`.replace('./docs', './../../other') },
    /has the help folder \S+, which is outside the package: use a folder inside it/,
  ],
  [
    'a help folder that is a file',
    { 'plugin.ts': `${sound['plugin.ts']}`.replace('./docs', './package.json') },
    /has the help folder package\.json, which is a file: use the folder/,
  ],
  [
    'a folder without package.json',
    { 'package.json': undefined },
    /"server" "\.\/notes" has no package\.json: use the folder/,
  ],
  [
    'a package.json that is not JSON',
    { 'package.json': '{' },
    /"server" "\.\/notes" has a package\.json that is not valid JSON: fix it/,
  ],
  ['a package.json that is a list', { 'package.json': '[]' }, /has a package\.json that is not an object: use/],
  ['a package without version', serverManifest({ version: 'one' }), /without a valid "version": use/],
  [
    'dependencies that are a list',
    serverManifest({ dependencies: ['zod'] }),
    /whose "dependencies" is not an object of names and ranges: use/,
  ],
  [
    'an entry that is missing',
    serverManifest({ exports: './nowhere.ts' }),
    /"server" "\.\/notes" has no entry: add "exports"/,
  ],
  ['an entry outside of the package', serverManifest({ exports: './../notes/../../x.ts' }), /has no entry/],
  [
    'a contract range that is too old',
    serverManifest({ peerDependencies: { '@host/plugin': '^0.9.0' } }),
    /was built for @host\/plugin \^0\.9\.0 and this host has 1\.4\.0: update .* set "peerDependencies"/,
  ],
  [
    'a contract range that is missing',
    serverManifest({ peerDependencies: {} }),
    /does not state the @host\/plugin version it was built for: set "peerDependencies": \{"@host\/plugin": "\^1\.4\.0"\}/,
  ],
  [
    'a contract range that is not a range',
    serverManifest({ peerDependencies: { '@host/plugin': 'next' } }),
    /states "next" for @host\/plugin, which is not a version range: set/,
  ],
  [
    'the contract as a dependency',
    serverManifest({ dependencies: { '@host/plugin': '^1.0.0' } }),
    /has @host\/plugin in "dependencies", which would bundle a second copy/,
  ],
  [
    'a server half that exports nothing',
    { 'plugin.ts': 'const x = 1\n' },
    /has no "plugin" export in its entry: add export const plugin/,
  ],
  [
    'a module that does not parse',
    { 'shared.ts': 'export const = 3\n' },
    /shared\.ts can't be parsed: Unexpected token on line 1: fix it/,
  ],
  [
    'an import of a file that is missing',
    { 'plugin.ts': pluginWith("import './gone.ts'") },
    /plugin\.ts line 2 imports "\.\/gone\.ts", which does not exist: fix it, or include that file in the package/,
  ],
  [
    'an import that leaves the package',
    { 'plugin.ts': pluginWith("import '../other.ts'") },
    /imports "\.\.\/other\.ts", which is outside the package/,
  ],
  [
    'an undeclared dependency',
    { 'plugin.ts': pluginWith("import 'left-pad/x'") },
    /imports "left-pad\/x" in plugin\.ts line 2 and does not declare it: add "left-pad"/,
  ],
  [
    "the host's inside",
    { 'plugin.ts': pluginWith("import '@host/host'") },
    /imports "@host\/host" in plugin\.ts line 2, which plugins can't use: build it with @host\/plugin/,
  ],
  [
    'import.meta.url',
    { 'plugin.ts': pluginWith('console.log(import.meta.url)') },
    /uses import\.meta \(plugin\.ts line 2\), which means nothing inside one executable: import the data/,
  ],
  [
    '__dirname in a module that the entry reaches',
    { 'shared.ts': "export const name = 'notes'\nexport const here = __dirname\n" },
    /uses __dirname \(shared\.ts line 2\)/,
  ],
  [
    'a bare fetch',
    { 'plugin.ts': pluginWith("await fetch('https://a.example')") },
    /bypasses the host's network controls with fetch \(plugin\.ts line 2\): send requests with @host\/plugin\/safehttp, or set "network":true/,
  ],
  [
    'a raw socket',
    { 'plugin.ts': pluginWith("import net from 'node:net'\nnet.connect(1)") },
    /network controls with node:net \(plugin\.ts line 2\)/,
  ],
  [
    'a name that is not a plugin name',
    {
      'shared.ts': "export const name = 'Notes'\n",
      'web/index.ts': sound['web/index.ts']?.replace("'notes'", "'Notes'"),
    },
    /has the name "Notes": use 2 to 31 lowercase letters/,
  ],
  [
    'the name of an in-tree plugin',
    {
      'shared.ts': "export const name = 'account'\n",
      'web/index.ts': sound['web/index.ts']?.replace("'notes'", "'account'"),
    },
    /has the name "account" of a plugin that is part of the host: choose another name/,
  ],
  [
    'halves with different names',
    { 'shared.ts': "export const name = 'memos'\n" },
    /"npm" "\.\/notes\/web" has the name "notes" and its server half "memos": use the same name in both/,
  ],
  [
    'a web name that only running would tell',
    { 'web/index.ts': sound['web/index.ts']?.replace("'notes'", 'location.host') },
    /"npm" "\.\/notes\/web" has a name that is computed at run time: use a literal/,
  ],
  [
    'a web half that defines nothing',
    { 'web/index.ts': 'export default {}\n' },
    /"npm" "\.\/notes\/web" has no web half: add export const plugin = defineUIPlugin/,
  ],
  [
    'a web half that is not exported',
    { 'web/index.ts': sound['web/index.ts']?.replace('export default', 'const plugin =') },
    /has no web half: add export const plugin =/,
  ],
  [
    'React as a dependency of the web half',
    webManifest({ dependencies: { react: '19.3.1' } }),
    /"npm" "\.\/notes\/web" has react in "dependencies", which would bundle a second copy/,
  ],
  [
    'the SDK as a dependency of the web half',
    webManifest({ dependencies: { '@host/plugin-sdk': '1.2.0' } }),
    /has @host\/plugin-sdk in "dependencies"/,
  ],
  [
    'an SDK range that does not fit',
    webManifest({ peerDependencies: { '@host/plugin-sdk': '^2.0.0', react: '^19.0.0' } }),
    /was built for @host\/plugin-sdk \^2\.0\.0 and this host has 1\.2\.0/,
  ],
  [
    'Node in the web half',
    { 'web/NotesPage.tsx': "import fs from 'node:fs'\nexport default () => fs\n" },
    /imports "node:fs" in web\/NotesPage\.tsx line 1, which is not available in browsers: move/,
  ],
  [
    'a help folder that is missing',
    { 'docs/notes.mdx': undefined, 'docs/notes.zh.mdx': undefined },
    /has the help folder docs, which does not exist: add it/,
  ],
  [
    'a help page without frontmatter',
    { 'docs/notes.mdx': 'Text.' },
    /has the help page docs\/notes\.mdx, which has no frontmatter: add title/,
  ],
  [
    'a help page of an unknown category',
    { 'docs/notes.mdx': '---\ntitle: N\ncategory: misc\n---\n' },
    /docs\/notes\.mdx, which has the unknown category "misc": use one of start, operations/,
  ],
  [
    'a help page with an order that is not a number',
    { 'docs/notes.mdx': '---\ntitle: N\ncategory: start\norder: first\n---\n' },
    /has the order "first": use a number/,
  ],
  ['a help page without title', { 'docs/notes.mdx': '---\ncategory: start\n---\n' }, /has no title: add title/],
  [
    'a help page with an unknown key',
    { 'docs/notes.mdx': '---\ntitle: N\ncategory: start\ntags: a\n---\n' },
    /has the unknown frontmatter key "tags": use title, category, order/,
  ],
  [
    'broken frontmatter',
    { 'docs/notes.mdx': '---\ntitle: N\ncategory: start\n  - x\n---\n' },
    /has the frontmatter line "  - x": use <key>: <value>/,
  ],
  [
    'a help page whose name is not a slug',
    { 'docs/My Notes.mdx': '---\ntitle: N\ncategory: start\n---\n' },
    /has an invalid name: use <slug>\.mdx/,
  ],
  [
    'a translation without its page',
    { 'docs/more.zh.mdx': '---\ntitle: N\ncategory: start\n---\n' },
    /page more\.zh\.mdx, which translates a missing page: add more\.mdx/,
  ],
]

for (const [what, changes, expected] of faults) {
  test(`${what} is refused in one sentence`, async (t) => {
    const { problems } = await inspect(t, notes(changes), both)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', expected)
    assert.match(problems[0] ?? '', /^HOST_PLUGINS\[0\] "(server|npm)" "\.\/notes(\/web)?" [^\n]+$/)
  })
}

const sources: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  [
    'a folder that is missing',
    '[{"server":"./gone"}]',
    /^HOST_PLUGINS\[0\] "server" "\.\/gone" does not exist: use the path of the plugin's folder, relative to "/,
  ],
  [
    'a file instead of a folder',
    '[{"server":"./notes/plugin.ts"}]',
    /is not a folder: use the path of a folder, or of a tarball/,
  ],
  [
    'a tarball that is missing',
    '[{"server":"./gone.tgz"}]',
    /^HOST_PLUGINS\[0\] "server" "\.\/gone\.tgz" does not exist: use the path of the tarball/,
  ],
  ['a tarball that is none', '[{"server":"./notes.tgz"}]', /"\.\/notes\.tgz" is not a gzip archive: pack it again/],
  [
    'a package that is not installed',
    '[{"server":"host-plugin-gone"}]',
    /"host-plugin-gone" is not installed here: install it, or use "host-plugin-gone@<version>"/,
  ],
  [
    'two plugins of one name',
    '[{"server":"./notes"},{"server":"./again"}]',
    /^HOST_PLUGINS\[1\] "server" "\.\/again" has the name "notes", which HOST_PLUGINS\[0\] also has: remove one/,
  ],
]

test('two plugins of one package name are refused in one sentence', async (t) => {
  const memos = notes({ 'shared.ts': "export const name = 'memos'\n" }, 'memos')
  const { problems } = await inspect(t, { ...notes({}), ...memos }, '[{"server":"./notes"},{"server":"./memos"}]')
  assert.equal(problems.length, 1, problems.join('\n'))
  assert.match(
    problems[0] ?? '',
    /^HOST_PLUGINS\[1\] "server" "\.\/memos" is the package "host-plugin-notes", which HOST_PLUGINS\[0\] also is: remove/,
  )
})

for (const [what, text, expected] of sources) {
  test(`${what} is refused in one sentence`, async (t) => {
    const { problems } = await inspect(t, { ...notes({}), ...notes({}, 'again'), 'notes.tgz': 'plain' }, text)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', expected)
  })
}

test('every problem of every plugin is reported at once, in the order of the text', async (t) => {
  const text = '[{"server":"./gone","npm":"./notes/web"},5,{"server":"./notes","npm":"./nowhere"}]'
  const { problems } = await inspect(t, notes({}), text)
  assert.deepEqual(
    problems.map((problem) => problem.slice(0, 22)),
    ['HOST_PLUGINS[0] "serve', 'HOST_PLUGINS[1] is 5 a', 'HOST_PLUGINS[2] "npm" '],
  )
})

test('a sound plugin passes from a folder, from tarballs and from node_modules', async (t) => {
  const cwd = plant(t, notes({}))
  const files = Object.entries(sound).map(([path, content]) => [path, Buffer.from(content)] as const)
  writeFileSync(join(cwd, 'n.tgz'), writeTarball(new Map(files.filter(([path]) => !path.startsWith('web/')))))
  writeFileSync(
    join(cwd, 'w.tgz'),
    writeTarball(
      new Map(files.flatMap(([path, content]) => (path.startsWith('web/') ? [[path.slice(4), content] as const] : []))),
    ),
  )
  for (const [path, content] of files) {
    mkdirSync(join(cwd, 'node_modules/host-plugin-notes', path, '..'), { recursive: true })
    writeFileSync(join(cwd, 'node_modules/host-plugin-notes', path), content)
  }
  for (const text of [both, '[{"server":"./n.tgz","npm":"./w.tgz"}]', '[{"server":"host-plugin-notes"}]']) {
    const { plugins, problems } = await inspectPlugins(text, { cwd, work: plant(t, {}), ours })
    assert.deepEqual(problems, [])
    assert.equal(plugins[0]?.server.name, 'notes')
    assert.deepEqual([...(plugins[0]?.server.help?.files.keys() ?? [])], ['notes.mdx', 'notes.zh.mdx'])
  }
})

test('"network":true lets a server half open sockets', async (t) => {
  const { problems } = await inspect(
    t,
    notes({ 'plugin.ts': pluginWith("import 'node:net'") }),
    '[{"server":"./notes","network":true}]',
  )
  assert.deepEqual(problems, [])
})
