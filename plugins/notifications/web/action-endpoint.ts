import * as z from 'zod/mini'
import type { Endpoint } from '@host/plugin-sdk'
import { defineEndpoint } from '../shared/schemas.ts'

/** The route of another plugin that a notification posts to; the server has held its path against that plugin's own routes. */
export function actionEndpoint(path: string): Endpoint {
  return defineEndpoint({
    pattern: `POST ${path}`,
    input: z.strictObject({}),
    output: z.unknown(),
    session: 'required',
    summary: 'Decide on a notification',
  })
}

const Subject = z.object({
  isDestructive: z.boolean(),
  records: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), detail: z.nullable(z.string()) })),
})

/** Another plugin's route for the records that a decision affects, checked against that plugin's own routes. */
export function subjectEndpoint(path: string) {
  return defineEndpoint({
    pattern: `GET ${path}` as const,
    input: z.strictObject({}),
    output: Subject,
    session: 'required',
    summary: 'List the records a decision affects',
  })
}
