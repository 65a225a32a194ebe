// @vitest-environment node
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { curlCommand } from './curl-command.ts'

// A shell is started for every command; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const baseUrl = 'https://host.example'
const readNote = defineEndpoint({
  pattern: 'GET /api/x/notes/notes/{id}',
  input: z.object({ tag: z.optional(z.string()) }),
  output: nothing,
  summary: 'Read a note',
  toJSONSchema: z.toJSONSchema,
})
const renameNote = defineEndpoint({
  pattern: 'PATCH /api/x/notes/notes/{id}',
  input: z.object({ title: z.string() }),
  output: nothing,
  summary: 'Rename a note',
  toJSONSchema: z.toJSONSchema,
})

/** The arguments that a shell hands to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { HOST_TOKEN: 'secret' },
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\0').slice(0, -1)
}

test('a call that reads has its input in the address, and the token comes from the environment', () => {
  const command = curlCommand({ endpoint: readNote, input: { id: 'a b', tag: "it's" }, baseUrl })
  expect(command).not.toContain('secret')
  expect(argumentsOf(command)).toEqual([
    '--request',
    'GET',
    'https://host.example/api/x/notes/notes/a%20b?tag=it%27s',
    '--header',
    'authorization: Bearer secret',
  ])
})

test('a call that changes something has its input as JSON', () => {
  const args = argumentsOf(curlCommand({ endpoint: renameNote, input: { id: '7', title: 'Two' }, baseUrl }))
  expect(args.slice(-4)).toEqual(['--header', 'content-type: application/json', '--data-raw', '{"title":"Two"}'])
})

test('any input arrives unchanged: nothing is expanded, run, or ends the argument', () => {
  const nasty = fc.constantFrom(
    "'",
    '"',
    '$(id)',
    '`id`',
    '$HOST_TOKEN',
    '\\',
    '\n',
    '@/etc/passwd',
    '; id #',
    '!!',
    '*',
    '~',
  )
  const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (title) => {
      const args = argumentsOf(curlCommand({ endpoint: renameNote, input: { id: '7', title }, baseUrl }))
      expect(args).toHaveLength(9)
      expect(JSON.parse(args[8] ?? '')).toEqual({ title })
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 1_000 : 40 },
  )
})
