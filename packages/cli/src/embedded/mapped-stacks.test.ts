import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { asciiBundle } from '../build/ascii-bundle.ts'
import { bundleParts } from '../build/bundle-module.ts'
import { packMap } from '../build/pack-map.ts'
import { plant } from '../compose/fixtures/plant.ts'
import { openMap } from './mapped-stacks.ts'

const files = {
  'src/main.ts': `import { greet } from './greet.ts'\nfunction begin(): void {\n  greet('套餐')\n}\nbegin()\n`,
  'src/greet.ts': `export function greet(name: string): void {\n  // A comment.\n  if (name !== '') [name].forEach(fail)\n}\nfunction fail(name: string): never {\n  throw new TypeError('planted ' + name)\n}\n`,
}

async function bundle(t: TestContext) {
  const cwd = plant(t, files)
  const options = { cwd, entry: join(cwd, 'src/main.ts'), roots: new Map([[cwd, 'product']]) }
  return asciiBundle(await bundleParts(options))
}

test('a stack names the sources, and files of Node as they are', async (t) => {
  const { code, map } = await bundle(t)
  const cwd = plant(t, { 'main.mjs': code, 'map.txt': packMap(map).toString('base64') })
  const main = pathToFileURL(join(cwd, 'main.mjs')).href
  const script = `
    import { readFileSync } from 'node:fs'
    import { mapStacks } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'mapped-stacks.ts')).href)}
    mapStacks((name) => name === ${JSON.stringify(main)} ? Buffer.from(readFileSync('map.txt', 'latin1'), 'base64') : undefined)
    await import(${JSON.stringify(main)}).catch((error) => console.log(error.stack))`
  const flags = ['--conditions=source', '--input-type=module', '-e', script]
  const [message, ...frames] = execFileSync(process.execPath, flags, { cwd, encoding: 'utf8' }).trim().split('\n')
  assert.equal(message, 'TypeError: planted 套餐')
  const [fail, forEach, greet, begin, top] = frames.map((frame) => frame.trim())
  assert.match(fail ?? '', /^at \w+ \(product\/src\/greet\.ts:6:\d+\)$/)
  assert.match(forEach ?? '', /^at Array\.forEach/)
  assert.match(greet ?? '', /product\/src\/greet\.ts:3:\d+\)?$/)
  assert.match(begin ?? '', /product\/src\/main\.ts:3:\d+\)?$/)
  assert.match(top ?? '', /product\/src\/main\.ts:5:\d+$/)
})

test('every place of a packed map is that of the map', async (t) => {
  const { code, map } = await bundle(t)
  const find = openMap(packMap(map))
  const whole = new SourceMap({
    version: 3,
    file: '',
    sourceRoot: '',
    sourcesContent: [],
    ...map,
    sources: [...map.sources],
    names: [],
  })
  let places = 0
  // The end has no source, which Node's map takes for that of the statement before.
  for (const [line, text] of code.replace('export{};', '').split('\n').entries()) {
    for (let column = 0; column < text.length; column++) {
      const entry = whole.findEntry(line, column)
      const isKnown = 'originalSource' in entry && entry.generatedLine === line
      const expected = isKnown ? `${entry.originalSource}:${entry.originalLine + 1}` : undefined
      assert.equal(find(line + 1, column + 1)?.replace(/:\d+$/, ''), expected)
      places++
    }
  }
  assert.ok(places > 50)
})

test('places outside of the map have no source', async (t) => {
  const find = openMap(packMap((await bundle(t)).map))
  for (const [line, column] of [
    [0, 0],
    [-1, 5],
    [1e9, 1],
    [1, -3],
  ] as const) {
    assert.equal(find(line, column), undefined)
  }
  assert.equal(openMap(packMap({ sources: [], names: [], mappings: '' }))(1, 1), undefined)
})
