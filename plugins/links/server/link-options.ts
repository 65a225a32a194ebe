import * as z from 'zod/mini'
import { defineSettings } from '@host/plugin/zod'
import { usualLength } from './links/random-slug.ts'

/** Choices of a workspace about its links. */
export const linkOptions = defineSettings({
  id: 'link-settings',
  title: 'Link settings',
  icon: 'settings-2',
  schema: z.strictObject({
    fetchTitles: z._default(z.boolean(), false),
    checkTargets: z._default(z.boolean(), false),
    slugLength: z._default(z.int().check(z.gte(4), z.lte(30)), usualLength),
  }),
})
