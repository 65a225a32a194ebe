import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceToken, type PluginContext } from '@host/plugin'
import { runExecutable, serveExecutable } from '../lab/executable.ts'
import { infoOf, plain } from '../lab/plugins.ts'
import { assertRefused, problemsOf } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'

/** Starts the product with a fixture that it must refuse, and gives the sentences that it ended with. */
async function refusalOf(fixture: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runExecutable({ fixture })
  assert.equal(code, 1, `${stdout}\n${stderr}`)
  assert.doesNotMatch(stdout, /Listening/)
  assert.doesNotMatch(stderr, /^\s+at |node:internal/m, 'a refusal is not a stack')
  return stderr.trimEnd().split('\n')
}

/** Asserts that the product refuses a fixture with one sentence that says all of this. */
async function assertExecutableRefuses(fixture: string, ...said: readonly RegExp[]): Promise<void> {
  const problems = await refusalOf(fixture)
  assert.equal(problems.length, 1, problems.join('\n'))
  for (const words of said) assert.match(problems[0] ?? '', words)
}

function assertEachOnce(problems: readonly string[], said: readonly RegExp[]): void {
  for (const words of said) {
    assert.equal(problems.filter((problem) => words.test(problem)).length, 1, problems.join('\n'))
  }
  assert.equal(problems.length, said.length)
}

const both = /"evening" and "morning"|"morning" and "evening"/

test('§7.9 two plugins with one pattern: the product does not start, and names both', async () => {
  await assertExecutableRefuses('one-pattern', both, /"GET \/greeting"/)
})

test('§7.10 an out-of-tree plugin outside of its namespace: the product does not start', async () => {
  await assertExecutableRefuses('astray', /"astray"/, /"POST \/api\/orders"/, /\/api\/x\/astray\//)
})

test('§7.11 two plugins with one table: the preflight fails', async () => {
  await assertExecutableRefuses('one-table', /\bnote\b/, /\bnote-book\b/, /"note_book_pages"/)
})

test('§7.12 two plugins with one service: the product does not start', async () => {
  await assertExecutableRefuses('one-service', both, /"greeting\.say"/)
})

test('§7.9 §7.10 §7.12 all problems of a stage are reported at once', async () => {
  const problems = await refusalOf('everything')
  const said = [/"GET \/greeting"/, /"POST \/api\/orders"/, /"greeting\.say"/, /could not be mounted: no luck/]
  assertEachOnce(problems, said)
})

test('§7.11 all problems of the preflight are reported at once, each with its fix', async () => {
  const problems = await problemsOf({
    plugins: [
      plain('Loud'),
      plain('lonely', { info: infoOf('Lonely', { requires: ['nobody'] }) }),
      plain('chicken', { info: infoOf('Chicken', { requires: ['egg'] }) }),
      plain('egg', { info: infoOf('Egg', { requires: ['chicken'] }) }),
      plain('future', { info: infoOf('Future', { api: '^9' }) }),
      plain('typo', { menuz: [] }),
    ],
  })
  const said = [/"Loud"/, /"lonely".*"nobody"/, /"chicken".*"egg"/, /"future".*\^9/, /"typo".*"menus"/]
  assertEachOnce(problems, said)
})

test('§9.3 a plugin that was built for another contract is refused at boot, with both versions', async () => {
  await assertRefused(
    { plugins: [plain('old', { info: infoOf('Old', { api: '^0.3' }) })] },
    /"old"/,
    /\^0\.3/,
    /1\.\d+\.\d+/,
  )
  await assertRefused(
    { plugins: [plain('vague', { info: infoOf('Vague', { api: 'newest' }) })] },
    /"vague"/,
    /"newest"/,
  )
  await using host = await startSpecHost({ plugins: [plain('fits', { info: infoOf('Fits', { api: '>=1.0.0 <2' }) })] })
  assert.ok(host.announced.includes('[plugin] registered fits'))
})

test('§7.12 a name that the host provides is taken too', async () => {
  const mount = (_mux: unknown, ctx: PluginContext): void => ctx.provide(serviceToken('core.plugin-catalog'), {})
  await assertRefused({ plugins: [plain('impostor', { mount })] }, /"impostor"/, /"core\.plugin-catalog"/)
})

test('§7.9 valid plugins start: the same ones with their own patterns and services', async () => {
  await using host = await serveExecutable({ fixture: 'side-by-side' })
  assert.equal(await (await fetch(new URL('/greeting/morning', host.url))).json(), 'morning')
  assert.equal(await (await fetch(new URL('/greeting/evening', host.url))).json(), 'evening')
})
