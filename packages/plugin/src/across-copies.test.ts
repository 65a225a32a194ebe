import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isStreamed, stream, type json } from './respond.ts'

type Module = Readonly<Record<string, unknown>>
type AnyClass = new (...args: never[]) => object

/** The modules of the package that others import. */
const entries = ['index.ts', 'platform.ts', 'safehttp/index.ts', 'safehttp/outbound-policy.ts', 'wire.ts'] as const

/** How an instance of each class is made; a class that is missing here fails the test. */
const made: Readonly<Record<string, (type: AnyClass) => object>> = {
  Problem: (type) => Reflect.construct(type, ['conflict']),
  UniqueViolation: (type) => Reflect.construct(type, ['notes', ['title']]),
  PatternError: (type) => Reflect.construct(type, ['Not a pattern.']),
  SafeHttpError: (type) => Reflect.construct(type, ['timeout']),
  OutboundPolicy: (type) => Reflect.construct(type, []),
  MailDeferred: (type) => Reflect.construct(type, ['451']),
  MailRefused: (type) => Reflect.construct(type, ['550']),
  InvalidConfiguration: (type) => Reflect.construct(type, ['HOST_X is missing.']),
}

async function copyOfPackage() {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  await cp(join(import.meta.dirname, '..'), folder, { recursive: true })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

async function load(src: string): Promise<Module> {
  const modules = await Promise.all(
    entries.map(async (entry) => (await import(pathToFileURL(join(src, entry)).href)) as Module),
  )
  return Object.assign({}, ...modules) as Module
}

function classesOf(module: Module): ReadonlyMap<string, AnyClass> {
  const isClass = (value: unknown): value is AnyClass => typeof value === 'function' && /^class\b/.test(String(value))
  return new Map(Object.entries(module).flatMap(([name, value]) => (isClass(value) ? [[name, value]] : [])))
}

function make(name: string, type: AnyClass | undefined): object {
  const maker = made[name]
  assert.ok(maker !== undefined && type !== undefined, `${name} is not tried over two copies`)
  return maker(type)
}

test('every class of the contract matches the instances of another copy, in both directions, and nothing else', async () => {
  await using copy = await copyOfPackage()
  const [ours, theirs] = [classesOf(await load(import.meta.dirname)), classesOf(await load(join(copy.folder, 'src')))]
  assert.ok(ours.size >= 5)
  for (const [name, type] of ours) {
    const other = theirs.get(name)
    assert.notEqual(type, other, `${name} is loaded twice`)
    assert.ok(other !== undefined && make(name, other) instanceof type, `${name} of the other copy`)
    assert.ok(make(name, type) instanceof other, `${name} of this copy`)
    for (const value of [{}, null, undefined, 'text', new Error('Other')]) assert.ok(!(value instanceof type), name)
  }
  const [Problem, SafeHttpError] = [theirs.get('Problem'), ours.get('SafeHttpError')]
  assert.ok(Problem !== undefined && SafeHttpError !== undefined)
  assert.ok(make('SafeHttpError', SafeHttpError) instanceof Problem, 'a class that extends another is one of it')
  assert.ok(!(make('Problem', Problem) instanceof SafeHttpError), 'and not the other way round')
  class Own extends Problem {}
  assert.ok(!(make('Problem', ours.get('Problem')) instanceof Own), 'a class that a plugin derives is its own')
})

test('a streamed answer of another copy is known as one', async () => {
  await using copy = await copyOfPackage()
  const theirs = (await load(join(copy.folder, 'src'))) as unknown as { stream: typeof stream; json: typeof json }
  assert.notEqual(theirs.stream, stream)
  assert.equal(isStreamed(theirs.stream(new ReadableStream())), true)
  assert.equal(isStreamed(theirs.json({})), false)
})
