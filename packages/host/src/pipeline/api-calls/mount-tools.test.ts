import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as z from 'zod/mini'
import { definePlugin, type McpTool } from '@host/plugin'
import { endpointsWith } from '@host/plugin/wire'
import { BootError } from '../../support/boot-error.ts'
import { labHost } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'

const tool: McpTool = {
  name: 'say',
  description: 'Says it.',
  input: { type: 'object', properties: { text: { type: 'string' } } },
  run: async () => ({ said: true }),
}

const offering = (...tools: readonly unknown[]) =>
  definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount: () => undefined,
    mcpTools: () => tools as readonly McpTool[],
  })

async function problemsOf(context: TestContext, ...plugins: Parameters<typeof labHost>[1]): Promise<string> {
  try {
    await labHost(context, plugins)
    return ''
  } catch (error) {
    assert.ok(error instanceof BootError)
    return error.problems.join('\n')
  }
}

for (const [what, given, said] of [
  [
    'a name that no agent can say',
    { ...tool, name: 'Say it' },
    /tool "Say it": its name must be at most 40 lowercase letters/,
  ],
  ['no name', { ...tool, name: undefined }, /the tool number 1: its name must be/],
  ['no description', { ...tool, description: ' ' }, /tool "say": its description must be 1 to 2000/],
  ['nothing to run', { ...tool, run: undefined }, /tool "say": its run is not a function/],
  ['an input that is not checked', { ...tool, input: { type: 'object', if: {} } }, /tool "say": "input" has "if"/],
  ['a permission that is not declared', { ...tool, permission: 'notes.fly' }, /unknown permission "notes.fly"/],
  ['a role that does not exist', { ...tool, role: 'boss' }, /unknown role "boss"/],
  [
    'an argument that every tool has',
    { ...tool, input: { type: 'object', properties: { dryRun: { type: 'string' } } } },
    /its input has the property "dryRun"/,
  ],
  ['no object', null, /the tool number 1: it is not an object/],
] as const) {
  test(`§A36 a tool with ${what} refuses the boot with a sentence`, async (context) => {
    assert.match(await problemsOf(context, offering(given)), said)
  })
}

test('§A26 two tools of one name refuse the boot, whether endpoints are behind them or not', async (context) => {
  assert.match(await problemsOf(context, offering(tool, tool)), /another tool has the same name/)
  const endpoint = endpointsWith(z.toJSONSchema)({
    pattern: 'POST /api/x/notes/say',
    input: z.strictObject({}),
    output: z.unknown(),
    summary: 'Say it',
    mcp: { name: 'say' },
  })
  const both = definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount: (mux) => mux.endpoint(endpoint, () => ({})),
    mcpTools: () => [tool],
  })
  assert.match(
    await problemsOf(context, both),
    /can't offer "POST \/api\/x\/notes\/tools\/say" as the tool "notes_say"/,
  )
})

test('§A36 a plugin that returns no list, or throws, fails the boot by name', async (context) => {
  const wrong = (mcpTools: () => unknown) =>
    definePlugin({
      name: 'notes',
      info: notesInfo,
      models: [],
      mount: () => undefined,
      mcpTools: mcpTools as () => readonly McpTool[],
    })
  assert.match(
    await problemsOf(
      context,
      wrong(() => 'tools'),
    ),
    /Plugin "notes" .*must return a list of at most 100 tools/,
  )
  assert.match(
    await problemsOf(
      context,
      wrong(() => {
        throw new Error('no luck')
      }),
    ),
    /Plugin "notes" could not be mounted: no luck/,
  )
})
