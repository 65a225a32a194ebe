import * as z from 'zod/mini'
import { linkLimits } from './limits.ts'

/** A web address as a field. */
export const target = (text: string) =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(linkLimits.url))
    // Its path and query often are a credential, so it is masked wherever an input is shown.
    .register(z.globalRegistry, { description: text, writeOnly: true, examples: ['https://www.example.com/autumn'] })
