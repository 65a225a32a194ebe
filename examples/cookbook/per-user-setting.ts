import { definePlugin, defineSettings, requireService, Settings } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

/** Every field has a default, since nothing is set at first. */
export const reading = defineSettings({
  id: 'news-reading',
  title: 'Reading',
  icon: 'newspaper',
  schema: z.strictObject({ digest: z._default(z.enum(['daily', 'weekly', 'never']), 'weekly') }),
  toJSONSchema: z.toJSONSchema,
})

export const nextDigest = defineEndpoint({
  pattern: 'GET /api/x/news/next-digest',
  input: nothing,
  output: z.object({ inDays: z.nullable(z.int()) }),
  summary: 'Read when your next digest comes',
})

const days = { daily: 1, weekly: 7, never: null } as const

export const plugin = definePlugin({
  name: 'news',
  info: { title: 'News', description: 'A digest by email', icon: 'newspaper', category: 'Work', api: '^1' },
  models: [],
  settings: { user: reading },
  i18n: {
    en: {
      'settings.news-reading': 'Reading',
      'settings.news-reading.digest': 'Digest',
      'settings.news-reading.digest.options.daily': 'Every day',
      'settings.news-reading.digest.options.weekly': 'Every week',
      'settings.news-reading.digest.options.never': 'Never',
    },
    zh: {
      'settings.news-reading': '阅读',
      'settings.news-reading.digest': '摘要',
      'settings.news-reading.digest.options.daily': '每天',
      'settings.news-reading.digest.options.weekly': '每周',
      'settings.news-reading.digest.options.never': '从不',
    },
  },
  mount(mux, ctx) {
    const settings = requireService(ctx, Settings)
    mux.endpoint(nextDigest, async ({ userId }) => {
      const { digest } = await settings.user(reading, userId)
      return { inDays: days[digest] }
    })
  },
})
