import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

/** A greeting as it is read. */
export const GreetingOut = z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.string() })

/** The greetings of a workspace, newest first. */
export const listGreetings = defineEndpoint({
  pattern: 'GET /api/x/hello/greetings',
  input: listInput(),
  output: pageOf(GreetingOut),
  summary: 'List greetings',
  mcp: { description: 'Lists the greetings that were written in this workspace, newest first.' },
})

/** Writes a greeting into the workspace. */
export const createGreeting = defineEndpoint({
  pattern: 'POST /api/x/hello/greetings',
  input: z.strictObject({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.describe('Text of the greeting.')),
  }),
  output: GreetingOut,
  status: 201,
  summary: 'Create a greeting',
  examples: [
    {
      input: { text: 'Good morning' },
      output: {
        id: 'greet_01h455vb4pex5vsknk084sn02q',
        text: 'Good morning',
        author: 'Ada',
        createdAt: '2026-01-31T08:15:00.000Z',
      },
    },
  ],
  mcp: { description: 'Writes a greeting that every member of the workspace can read.' },
})

/** How many greetings the whole deployment holds. */
export const countGreetings = defineEndpoint({
  pattern: 'GET /api/x/hello/count',
  input: nothing,
  output: z.object({ count: z.number() }),
  audience: 'instance',
  summary: 'Count the greetings of all workspaces',
})
