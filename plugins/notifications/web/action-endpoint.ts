import * as z from 'zod/mini'
import type { Endpoint } from '@host/plugin-sdk'
import { defineEndpoint } from '../shared/schemas.ts'

/** The route of another plugin that a notice posts to; the server has held its path against that plugin's own routes. */
export function actionEndpoint(path: string): Endpoint {
  return defineEndpoint({
    pattern: `POST ${path}`,
    input: z.strictObject({}),
    output: z.unknown(),
    session: 'required',
    summary: 'Decide what a notice asks',
  })
}
