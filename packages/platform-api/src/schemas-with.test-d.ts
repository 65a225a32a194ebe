import * as z from 'zod/mini'
import { defineEndpoint, nothing, type EndpointInput, type EndpointOutput } from '@host/plugin/wire'
import { schemasWith } from './schemas-with.ts'
import { typed } from './typed.ts'

const withSchemas = schemasWith(z.toJSONSchema)

interface Note {
  readonly id: string
  readonly tags: readonly string[]
  readonly color?: 'red' | 'blue'
  readonly extra: unknown
}

const definition = defineEndpoint({
  pattern: 'PATCH /api/notes/{id}',
  input: typed<{ readonly text?: string }>(),
  output: typed<Note>(),
  errors: ['conflict'],
  summary: 'Change a note',
})

const Patch = z.strictObject({ text: z.optional(z.string().check(z.maxLength(20))) })
const NoteOut = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  color: z.optional(z.enum(['red', 'blue'])),
  extra: z.unknown(),
})

// The same types: the endpoint keeps the pattern, the audience and the errors of the definition.
const change = withSchemas(definition, { input: Patch, output: NoteOut })
export const input: EndpointInput<typeof change> = { id: 'nte_1', text: 'Milk' }
export const read = ({ id }: EndpointOutput<typeof change>): string => id
export const facts: readonly ['PATCH /api/notes/{id}', 'workspace', readonly 'conflict'[]] = [
  change.pattern,
  change.audience,
  change.errors,
]

// @ts-expect-error the plugin takes more than the definition states
withSchemas(definition, { input: z.extend(Patch, { note: z.optional(z.string()) }), output: NoteOut })

// @ts-expect-error the plugin takes less
withSchemas(definition, { input: z.strictObject({}), output: NoteOut })

// @ts-expect-error a field has another type
withSchemas(definition, { input: z.strictObject({ text: z.optional(z.number()) }), output: NoteOut })

// @ts-expect-error a field is required
withSchemas(definition, { input: z.strictObject({ text: z.string() }), output: NoteOut })

// @ts-expect-error the definition has an input
withSchemas(definition, { input: nothing, output: NoteOut })

// @ts-expect-error the answer has a field that the definition lacks
withSchemas(definition, { input: Patch, output: z.extend(NoteOut, { by: z.string() }) })

const Colors = z.enum(['red', 'blue', 'green'])
// @ts-expect-error the definition does not know a value of a field
withSchemas(definition, { input: Patch, output: z.extend(NoteOut, { color: z.optional(Colors) }) })

// @ts-expect-error a schema is missing
withSchemas(definition, { input: Patch })
