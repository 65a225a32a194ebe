import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { BuildFailure } from '@host/inspect'
import { plant } from '../compose/fixtures/plant.ts'
import { bundleModule } from './bundle-module.ts'

const files = {
  'src/main.ts': `import { greet } from './greet.ts'\nconst name: string = 'world'\nconsole.log(greet(name))\n`,
  'src/greet.ts': `export function greet(name: string): string {\n  return process.env['FAIL'] ? fail() : \`hello \${name}\`\n}\nfunction fail(): never {\n  throw new Error('planted')\n}\n`,
}

async function bundle(t: TestContext, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = plant(t, { ...files, ...changes })
  return bundleModule({ cwd, entry: join(cwd, 'src/main.ts'), roots: new Map([[cwd, 'product']]) })
}

test('the same sources give the same bytes wherever they stand', async (t) => {
  const [one, two] = [await bundle(t), await bundle(t)]
  assert.equal(one, two)
  assert.notEqual(one, await bundle(t, { 'src/greet.ts': "export const greet = (name: string) => 'bye ' + name\n" }))
})

test('a bundle runs alone, and its stacks name the source without a folder of this machine', async (t) => {
  const code = await bundle(t)
  const cwd = plant(t, { 'main.mjs': code })
  assert.equal(execFileSync(process.execPath, ['main.mjs'], { cwd, encoding: 'utf8' }), 'hello world\n')
  const map = JSON.parse(Buffer.from(code.slice(code.lastIndexOf('base64,') + 7), 'base64').toString()) as {
    sources: string[]
  }
  assert.deepEqual(map.sources, ['product/src/greet.ts', 'product/src/main.ts'])
  assert.throws(
    () =>
      execFileSync(process.execPath, ['--enable-source-maps', 'main.mjs'], { cwd, env: { FAIL: '1' }, stdio: 'pipe' }),
    /product\/src\/greet\.ts:5/,
  )
})

test('an import that nothing answers ends the build with a sentence', async (t) => {
  await assert.rejects(
    bundle(t, { 'src/greet.ts': "export { greet } from 'nowhere'\n" }),
    (error) => error instanceof BuildFailure && /nowhere/.test(error.message),
  )
})
