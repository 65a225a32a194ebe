import * as z from 'zod/mini'
import { endpointsWith, nothing } from '../endpoint.ts'
import { importLimits } from './import-limits.ts'
import type { AnyResource } from './resource.ts'
import { changeSchema, listSchema, newSchema, pageSchema, recordSchema, sealedFields } from './resource-schemas.ts'
import { lower } from './lower.ts'

const defineEndpoint = endpointsWith(z.toJSONSchema)

/** The parts of a resource that its endpoints follow from. */
export interface EndpointSource extends Pick<
  AnyResource,
  'plugin' | 'name' | 'one' | 'label' | 'fields' | 'permissions'
> {
  readonly mcp: boolean
}

/** The endpoints of a resource. */
export function endpointsOf(source: EndpointSource): AnyResource['endpoints'] {
  const sealed = sealedFields(source.fields)
  return Object.freeze({
    ...readers(source),
    ...writers(source),
    reveal: sealed.length === 0 ? undefined : revealer(source, sealed),
    ...files(source),
  })
}

function readers({ plugin, name, label, fields, permissions, mcp }: EndpointSource) {
  const [base, many, one] = [`/api/x/${plugin}/${name}`, lower(label.many.en), lower(label.one.en)]
  return {
    list: defineEndpoint({
      pattern: `GET ${base}`,
      input: listSchema(fields),
      output: pageSchema(fields),
      role: permissions.read,
      summary: `List ${many}`,
      ...(mcp && { mcp: { description: `Lists ${many}, with filters, search and order. Long texts are left out.` } }),
    }),
    read: defineEndpoint({
      pattern: `GET ${base}/{id}`,
      input: nothing,
      output: recordSchema(fields),
      role: permissions.read,
      summary: `Read ${article(one)}`,
      ...(mcp && { mcp: { description: `Reads all fields of ${article(one)} by its id.` } }),
    }),
  }
}

function writers({ plugin, name, one: noun, label, fields, permissions, mcp }: EndpointSource) {
  const [base, one] = [`/api/x/${plugin}/${name}`, lower(label.one.en)]
  return {
    create: defineEndpoint({
      pattern: `POST ${base}`,
      input: newSchema(fields),
      output: recordSchema(fields),
      role: permissions.write,
      status: 201,
      atomic: true,
      summary: `Create ${article(one)}`,
      audit: `${noun}.created`,
      ...(mcp && { mcp: { description: `Creates ${article(one)}.` } }),
    }),
    change: defineEndpoint({
      pattern: `PATCH ${base}/{id}`,
      input: changeSchema(fields),
      output: recordSchema(fields),
      role: permissions.write,
      atomic: true,
      summary: `Change ${article(one)}`,
      audit: `${noun}.changed`,
      ...(mcp && { mcp: { description: `Changes the given fields of ${article(one)} and keeps the others.` } }),
    }),
    remove: defineEndpoint({
      pattern: `DELETE ${base}/{id}`,
      input: nothing,
      output: nothing,
      role: permissions.delete,
      atomic: true,
      errors: ['conflict'],
      summary: `Delete ${article(one)}`,
      audit: `${noun}.deleted`,
      ...(mcp && { mcp: { description: `Deletes ${article(one)} for good.`, approval: true } }),
    }),
  }
}

function revealer({ plugin, name, one, permissions, label }: EndpointSource, sealed: readonly string[]) {
  return defineEndpoint({
    pattern: `POST /api/x/${plugin}/${name}/{id}/reveal`,
    input: z.strictObject({ field: z.enum([...sealed]).check(z.describe('The field whose value is answered.')) }),
    output: z.object({ value: z.nullable(z.string()) }),
    role: permissions.reveal,
    revealsSecret: true,
    changes: false,
    summary: `Reveal a secret of ${article(lower(label.one.en))}`,
    audit: `${one}.revealed`,
  })
}

const ImportProblem = z.object({ line: z.int(), field: z.nullable(z.string()), message: z.string() })

function files({ plugin, name, one, label, fields, permissions }: EndpointSource) {
  const [base, many] = [`/api/x/${plugin}/${name}`, lower(label.many.en)]
  const csv = z.string().check(z.minLength(1), z.maxLength(importLimits.characters))
  return {
    exportCsv: defineEndpoint({
      pattern: `GET ${base}/export`,
      input: listSchema(fields),
      output: nothing,
      role: permissions.read,
      answers: { 200: { description: 'The records as a file.', content: { type: 'text/csv' } } },
      summary: `Export ${many}`,
      audit: `${one}.exported`,
    }),
    importCsv: defineEndpoint({
      pattern: `POST ${base}/import`,
      input: z.strictObject({
        csv: csv.check(z.describe('Comma-separated values. The first line names the fields.')),
        dryRun: z.optional(z.boolean()).check(z.describe('Whether to check the file and create nothing.')),
      }),
      output: z.object({
        dryRun: z.boolean(),
        rows: z.int(),
        created: z.int(),
        problems: z.array(ImportProblem),
      }),
      role: permissions.write,
      atomic: true,
      bodyLimit: importLimits.bytes,
      summary: `Import ${many}`,
      audit: `${one}.imported`,
    }),
  }
}

function article(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
}
