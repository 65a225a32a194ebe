/** Follows docs/writing-a-plugin.md from its first block to its last, so that the guide is known to work. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { changed, missingLine, readGuide } from './lab/guide-blocks.ts'
import { GuideShell } from './lab/guide-shell.ts'

const root = join(import.meta.dirname, '../..')
const steps = readGuide(await readFile(join(root, 'docs/writing-a-plugin.md'), 'utf8'))
const sections = [...Map.groupBy(steps, ({ section }) => section)]

/** Replaces the first commands of the guide; the suites have built already. */
const prepared = 'make build\nexport CHECKOUT="$PWD" PATH="$PWD/bin:$PATH"'

let folder = ''
let shell: GuideShell

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'host-guide-')))
  const PATH = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(':')
  const npm = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' }
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:HOST|NODE)_/.test(name) || name === 'NODE_EXTRA_CA_CERTS',
  )
  shell = new GuideShell(folder, { ...Object.fromEntries(own), ...npm, PATH, CHECKOUT: root })
})
after(async () => {
  await shell.stop()
  await rm(folder, { recursive: true, force: true })
})

suite('§A75 writing a plugin, as the guide says it', () => {
  let isLost = false

  for (const [section, each] of sections) {
    test(`§A75 ${section}: the steps work`, async () => {
      assert.ok(!isLost, 'An earlier part of the guide does not work.')
      isLost = true
      for (const step of each) {
        if (step.kind === 'prepared') assert.equal(step.text, prepared)
        await shell.follow(step)
      }
      isLost = false
    })
  }

  test('§1.14 §A75 the result is one executable, with the pages of the shell and of the plugin inside', async () => {
    // Beside it are the bill of materials and the mark of what it was built from; it needs neither.
    const built = /^(?:host(?:\.cdx\.json|\.stamp)?|data|answer\.json)$/
    const beside = (await readdir(join(folder, 'app'))).filter((name) => !built.test(name))
    assert.deepEqual(beside, [])
    const page = await (await fetch('http://127.0.0.1:18085/admin/notes')).text()
    const named = [...new Set(page.match(/\/assets\/p-notes-notes-page-[\w-]+\.js/g))]
    const answers = await Promise.all(named.map((path) => fetch(new URL(path, 'http://127.0.0.1:18085'))))
    // The map in the page has the name of each chunk and the file that holds it.
    const chunk = answers.find(({ status }) => status === 200)
    assert.match(chunk?.headers.get('content-type') ?? '', /javascript/)
    assert.match((await chunk?.text()) ?? '', /notes\.pageTitle/)
  })

  test('the started servers stop with exit code 0', async () => {
    assert.deepEqual(await shell.stop(), [0, 0])
  })
})

suite('the guide as a test reads it', () => {
  test('an unknown block, one without an end and one without a file name are refused with their line', () => {
    assert.throws(() => readGuide('a\n```json\n{}\n```\n'), /^SyntaxError: line 2: no test knows a block "json"/)
    assert.throws(() => readGuide('```sh\nls\n'), /^SyntaxError: line 1: a block that does not end/)
    assert.throws(
      () => readGuide('In `b.ts`:\n```ts file=a.ts\n```\n'),
      /^SyntaxError: line 2: nothing before .*`a\.ts`/,
    )
  })

  test('a change finds its lines in their order, and fails where they do not stand', () => {
    assert.equal(changed('a\nb\na\nc', ' a\n+x\n@@\n a\n-c\n+d'), 'a\nx\nb\na\nd')
    assert.throws(() => changed('a\nb', ' b\n@@\n a'), /stand nowhere behind line 2/)
  })

  test('an output is compared line by line, with … for what differs', () => {
    assert.equal(missingLine('a …\nc', 'x\na 12\nb\nc'), undefined)
    assert.equal(missingLine('c\na …', 'a 1\nc'), 'a …')
    assert.equal(missingLine('(a)', 'aa'), '(a)')
  })
})
