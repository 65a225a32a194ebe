import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { typeCommand } from './commands/testing/type-command.ts'

const root = join(import.meta.dirname, '../../..')

/** Every text of the product that a reader may see. */
const files = globSync(
  ['*.md', 'docs/**/*.md', '{packages,plugins,apps,examples}/*/**/*.{ts,tsx,md,json}', 'packages/cli/templates/**/*'],
  { cwd: root, exclude: (name) => name.includes('node_modules') },
).filter((file) => /\.\w+$/.test(file) && !/\.test\.tsx?$|docs\/decisions\//.test(file))

/** A command as it is written in a sentence or a listing: in quotes, as a path, or after "run" and "write". */
const mention = /(?:[`"“]|\.\/|\b(?:[Rr]un|[Ww]rite|with) )host(?:-new)?((?: [a-z][a-z-]*)+)((?: --[a-z-]+)*)/g

interface Mention {
  readonly file: string
  readonly words: readonly string[]
  readonly options: readonly string[]
}

const mentions = files.flatMap((file): Mention[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(mention)].map(([, words = '', options = '']) => ({
    file,
    words: words.trim().split(' '),
    options: options.trim().split(' ').filter(Boolean),
  }))
})

test('§P92 a command of the executable that a text names exists, with its options', async () => {
  const problems: string[] = []
  for (const { file, words, options } of mentions) {
    const { code, written } = await typeCommand([...words, '--help'], { cwd: root, env: {} })
    const unknown = options.filter((option) => !written.includes(option))
    if (code !== 0 || unknown.length > 0) problems.push(`${file}: host ${[...words, ...options].join(' ')}`)
  }
  assert.ok(mentions.length > 40, `${mentions.length} mentions`)
  assert.deepEqual(problems, [])
})
