import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Script } from 'node:vm'
import { BuildFailure } from '@host/inspect'
import { bundleModules } from '../build/bundle-modules.ts'
import { openCheckout } from '../build/checkout.ts'
import { packFiles } from '../build/pack-files.ts'
import { compileProgram, packProgram } from '../build/pack-program.ts'
import { plant } from '../compose/fixtures/plant.ts'
import { openArchive, type FileArchive } from './file-archive.ts'
import { mainModule } from './module-keys.ts'
import { Program } from './program.ts'

const files = {
  'src/main.ts': `
    import { isIP } from 'node:net'
    import { shared } from './shared.ts'
    export const beyond = '套餐'
    export const run = async () => [shared.uses += 1, isIP('::1'), (await import('./later.ts')).uses(), await platform()]
    const platform = async () => (await import('node:os')).EOL
    export const fail = () => import('./fails.ts')`,
  'src/shared.ts': 'export const shared = { uses: 0 }',
  'src/later.ts': `import { shared } from './shared.ts'\nexport const uses = () => shared.uses`,
  'src/fails.ts': `globalThis.times = (globalThis.times ?? 0) + 1\nthrow new Error('planted ' + globalThis.times)\nexport {}`,
}

interface Main {
  readonly beyond: string
  run(): Promise<unknown[]>
  fail(): Promise<unknown>
}

const { results } = openCheckout()
const groupOf = (path: string): string | undefined => (path === 'src/shared.ts' ? 'shared' : undefined)

async function pack(t: TestContext) {
  const cwd = plant(t, files)
  const options = { cwd, entry: join(cwd, 'src/main.ts'), roots: new Map([[cwd, '']]) }
  return packProgram(await bundleModules({ entry: mainModule, groupOf }, options), results)
}

/** A program of one module. */
async function packOne(t: TestContext, text: string) {
  const cwd = plant(t, { 'src/main.ts': text })
  const options = { cwd, entry: join(cwd, 'src/main.ts'), roots: new Map([[cwd, '']]) }
  return packProgram(await bundleModules({ entry: mainModule }, options), results)
}

async function compile(t: TestContext, program: Map<string, Buffer>) {
  const scratch = await mkdtemp(join(tmpdir(), 'host-program-'))
  t.after(() => rm(scratch, { recursive: true, force: true }))
  const compiled = await compileProgram(openCheckout(), program, scratch)
  return { compiled, written: await readdir(join(scratch, 'compiled')) }
}

function open(program: ReadonlyMap<string, Buffer>): FileArchive {
  return openArchive(new Uint8Array(packFiles(program)).buffer)
}

async function start(program: ReadonlyMap<string, Buffer>, compiled?: (name: string, script: Script) => void) {
  return (await new Program(open(program), compiled).start()) as Main
}

test('a module is compiled when it is first required, and evaluated once', async (t) => {
  const names: string[] = []
  const main = await start(await pack(t), (name) => names.push(name))
  assert.equal(main.beyond, '套餐')
  assert.deepEqual(names, ['shared.cjs', mainModule])
  assert.deepEqual(await main.run(), [1, 6, 1, '\n'])
  assert.deepEqual(await main.run(), [2, 6, 2, '\n'])
  assert.equal(names.filter((name) => name === 'later.cjs').length, 1)
})

test('each module that starts has a turn of the event loop of its own', async (t) => {
  const events: string[] = []
  const turn = setImmediate(function next() {
    events.push('turn')
    setImmediate(next).unref()
  })
  await start(await pack(t), (name) => events.push(name))
  clearImmediate(turn)
  assert.ok(events.indexOf('turn', events.indexOf('shared.cjs')) < events.indexOf(mainModule), events.join())
})

test('modules that need each other are an error of the build', async (t) => {
  const cwd = plant(t, {
    'src/main.ts': `import { one } from './one.ts'\nexport const all = one`,
    'src/one.ts': `import { two } from './two.ts'\nexport const one = () => two\nexport const three = [process.pid]`,
    'src/two.ts': `import { three } from './one.ts'\nexport const two = () => three`,
  })
  const options = { cwd, entry: join(cwd, 'src/main.ts'), roots: new Map([[cwd, '']]) }
  const names = { entry: mainModule, groupOf: (path: string) => /src\/(one|two)\.ts/.exec(path)?.[1] }
  await assert.rejects(
    bundleModules(names, options),
    (error) =>
      error instanceof BuildFailure &&
      /need each other: server\.cjs > one\.cjs > two\.cjs > one\.cjs/.test(error.message),
  )
})

test('a module that fails is not half there for the next one that requires it', async (t) => {
  const main = await start(await pack(t))
  await assert.rejects(main.fail(), /planted 1/)
  await assert.rejects(main.fail(), /planted 2/)
})

test('the compiled code is that of the modules that a start loads, and V8 takes it', async (t) => {
  const program = await pack(t)
  const { compiled, written } = await compile(t, program)
  assert.ok(written.includes(mainModule))
  assert.ok(written.includes('later.cjs'))
  assert.ok(!written.includes('fails.cjs'))
  const rejected: unknown[] = []
  await start(new Map([...program, ...compiled]), (_name, { cachedDataRejected }) => rejected.push(cachedDataRejected))
  assert.deepEqual(new Set(rejected), new Set([false]))
})

/** Its functions run, or not, by chance, by the clock and by timers; which of them did is in the code that V8 compiled. */
const uncertain = `
  import { randomBytes, randomFillSync } from 'node:crypto'
  import { setTimeout as sleep } from 'node:timers/promises'
  const calls = [${Array.from({ length: 32 }, (_, number) => `() => [${number}, 'called']`).join()}]
  export const run = async () => {
    setInterval(() => calls[31](), 5)
    void sleep(2).then(() => calls[30]())
    calls[Date.now() % 10]()
    for (const place of [10, 11, 12, 13, 14, 15, 16, 17, 18]) if (randomBytes(1)[0] > 127) calls[place]()
    for (const byte of randomFillSync(new Uint8Array(8))) if (byte > 127) calls[19 + (byte % 8)]()
    await sleep(0)
  }`

test('the compiled code has equal bytes each time', async (t) => {
  const program = await packOne(t, uncertain)
  const { compiled } = await compile(t, program)
  assert.equal(compiled.size, 1)
  assert.deepEqual((await compile(t, program)).compiled, compiled)
})

/** Ways in which the start of a plugin may fail on the machine of a build. */
const failing = {
  'throws at once': `export function run() { throw new Error('planted') }`,
  'throws later': `export const run = () => new Promise(() => setImmediate(() => { throw new Error('planted') }))`,
  'leaves a rejection': `export const run = () => new Promise(() => void Promise.reject(new Error('planted')))`,
  'ends its process': `const { exit } = process\nexport const run = () => exit(1)`,
  'ends its process while it loads': `export const run = () => undefined\nprocess.exit(0)`,
  'has an exit code': `export const run = async () => { process.exitCode = 3 }`,
  'fails when it ends': `export const run = async () => { process.on('exit', () => { throw new Error('planted') }) }`,
  'writes much': `export const run = async () => { for (let line = 0; line < 3000; line++) console.log('x'.repeat(1000)) }`,
  'leaves a process': `
    import { spawn } from 'node:child_process'
    export const run = async () => { spawn('sleep', ['30'], { stdio: 'inherit' }).unref() }`,
  'waits for a timer': 'export const run = () => new Promise((resolve) => setTimeout(resolve, 50))',
  'asks for chance with a callback': `
    import { randomBytes } from 'node:crypto'
    import { promisify } from 'node:util'
    export const run = async () => { await promisify(randomBytes)(8); await promisify(setTimeout)(0) }`,
}

for (const [name, text] of Object.entries(failing)) {
  test(`a program that ${name} has compiled code, and leaves no folder`, async (t) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'host-temporary-'))
    const program = await packOne(t, text)
    const began = performance.now()
    const { written } = await withTemporary(folder.path, () => compile(t, program))
    assert.deepEqual(written, [mainModule])
    assert.ok(performance.now() - began < 20_000, 'it waits for nothing')
    const left = readdirSync(folder.path).filter((each) => /^host-.{6}$/.test(each))
    assert.deepEqual(left, [])
  })
}

async function withTemporary<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = path
  try {
    return await work()
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
}

test('code that V8 compiled of another text is not taken, and the text runs', async (t) => {
  const program = await pack(t)
  const { compiled } = await compile(t, program)
  const changed = new Map([[mainModule, { code: 'exports.beyond = "x"', map: noMap }]])
  const other = await packProgram({ modules: changed, order: [mainModule] }, results)
  const rejected: unknown[] = []
  const main = await start(new Map([...other, ...compiled]), (_name, script) =>
    rejected.push(script.cachedDataRejected),
  )
  assert.deepEqual([main.beyond, rejected], ['x', [true]])
})

test('a module that is not there is an error that names it', async (t) => {
  const program = new Program(open(await pack(t)))
  assert.throws(() => program.require('pg-native'), /no module pg-native/)
  assert.throws(() => program.require('./nowhere.cjs'), /no file code\/nowhere\.cjs/)
})

const noMap = { sources: [], names: [], mappings: '' }
