import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** An OpenAPI 3.1 document; its content is defined by the OpenAPI specification. */
const DocumentOut = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

export type ApiDocument = z.infer<typeof DocumentOut>

const unchanged = { 304: { description: 'Nothing has changed since the document that If-None-Match names.' } }

export const readApi = defineEndpoint({
  pattern: 'GET /api/openapi.json',
  input: nothing,
  output: DocumentOut,
  answers: unchanged,
  summary: 'Describe the API as this workspace sees it',
  description:
    'An OpenAPI 3.1 document. The operations of features that are switched off are absent, and so is the console. It carries an ETag: send it back as If-None-Match to be answered 304 while nothing has changed.',
})

export const readWholeApi = defineEndpoint({
  pattern: 'GET /api/instance/openapi.json',
  input: nothing,
  output: DocumentOut,
  audience: 'instance',
  answers: unchanged,
  summary: 'Describe the whole API of this build',
  description:
    'An OpenAPI 3.1 document with every operation of every plugin and the console, as `host openapi` prints it. It carries an ETag: send it back as If-None-Match to be answered 304 while nothing has changed.',
})
