import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { plant } from '../compose/fixtures/plant.ts'
import { asciiBundle, RawTemplates } from './ascii-bundle.ts'
import type { Bundle } from './bundle.ts'
import { bundleParts } from './bundle-module.ts'

const noMap = { sources: [], names: [], mappings: '' }

function evaluate(expression: string): unknown {
  return runInThisContext(`(${expression})`)
}

function mapOf({ map }: Bundle): SourceMap {
  const { sources, names, mappings } = map
  const rest = { version: 3, file: '', sourceRoot: '', sourcesContent: [] }
  return new SourceMap({ ...rest, sources: [...sources], names: [...names], mappings })
}

/** Characters of one, two and three bytes, and pairs. */
const text = fc.string({ unit: fc.constantFrom('a', '\\', '\\\\', 'é', '套', '–', '\u2028', '😀'), maxLength: 12 })

test('texts, templates and patterns mean the same in ASCII', () => {
  fc.assert(
    fc.property(text, (content) => {
      const literal = JSON.stringify(content)
      const ways = [literal, `\`${literal.slice(1, -1)}\``, `new RegExp(${literal.replaceAll('\\', '')}).source`]
      for (const way of ways) {
        const { code } = asciiBundle({ code: `export default ${way}`, map: noMap })
        assert.match(code, /^[\u0000-\u007f]*$/)
        assert.equal(evaluate(code.replace('export default', '')), evaluate(way))
      }
    }),
  )
})

test('a backslash before such a character in a pattern is replaced with it', () => {
  const { code } = asciiBundle({
    code: String.raw`export default /^[\–套]{2}$/u.test('–套') && /^\é$/.test('é')`,
    map: noMap,
  })
  assert.equal(evaluate(code.replace('export default', '')), true)
})

test('a template whose raw form is read stays as it is', () => {
  const { code } = asciiBundle({ code: 'export default String.raw`套\\–` + "套"', map: noMap })
  assert.equal(evaluate(code.replace('export default', '')), '套\\–套')
})

test('a value inside such a template is written in ASCII', () => {
  const { code } = asciiBundle({ code: 'export default String.raw`a${`套${"é"}`}b`', map: noMap })
  assert.match(code, /^[\u0000-\u007f]*$/)
  assert.equal(evaluate(code.replace('export default', '')), 'a套éb')
})

test('a module with such a template is noticed, however its tag is written', async (t) => {
  const names = ['tag', 'tag<string> ', 'tags[0]', 'tag(1)', "'tag'", 'tag!', 'été', '标签', 'tag`a`']
  const tags = [...names, 'tag /* it */', 'tag // it\n', 'tag /* it: */ /* é */ ']
  const raw = tags.map((tag) => [`${tag}\`b \${'é'} –\``, true] as const)
  const others = ['`–`', "tag`a` + '–'", '`a` + `–`', '() => `–`', 'f(`–`, tag`a`)', "tag`a${'–'}`"].map(
    (code) => [code, false] as const,
  )
  for (const [code, isRaw] of [...raw, ...others]) {
    const cwd = plant(t, { 'main.ts': `const { tag, tags, f, été, 标签 } = globalThis\nconsole.log(${code})\n` })
    const templates = new RawTemplates()
    await bundleParts({ cwd, entry: join(cwd, 'main.ts'), roots: new Map([[cwd, 'product']]), watch: templates.watch })
    assert.equal(templates.isAny, isRaw, code)
  }
})

test('every place of the map moves along', async (t) => {
  const cwd = plant(t, {
    'src/main.ts': `import { name } from './name.ts'\nconsole.log('套餐', name, \`–\${name}\`, name.length)\nconsole.log('é', name)\n`,
    'src/name.ts': `export const name = process.argv[2] ?? '名'\n`,
  })
  const before = await bundleParts({ cwd, entry: join(cwd, 'src/main.ts'), roots: new Map([[cwd, 'product']]) })
  const after = asciiBundle(before)
  const [from, to] = [mapOf(before), mapOf(after)]
  let places = 0
  for (const [line, content] of before.code.split('\n').entries()) {
    for (const { 0: word, index } of content.matchAll(/\w{3,}/g)) {
      const column = after.code.split('\n')[line]?.indexOf(word) ?? -1
      if (content.indexOf(word) !== index || content.split(word).length > 2) continue
      assert.deepEqual(to.findOrigin(line + 1, column + 1), from.findOrigin(line + 1, index + 1), word)
      places++
    }
  }
  assert.ok(places >= 3, `${places} places were compared`)
})
