import * as z from 'zod/mini'
import { defineSettings } from '@host/plugin/zod'

/** What the instance asks the targets of a workspace's links. */
export const targetSettings = defineSettings({
  id: 'link-targets',
  title: 'Link targets',
  icon: 'link',
  schema: z.strictObject({
    fetchTitles: z._default(z.boolean(), false),
    checkTargets: z._default(z.boolean(), false),
  }),
})
