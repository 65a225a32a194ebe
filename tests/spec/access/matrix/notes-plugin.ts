import { definePlugin, json } from '@host/plugin'
import { infoOf } from '../../lab/plugins.ts'

/** Has a scope that no route of the product takes. */
export const notes = definePlugin({
  name: 'notes',
  info: infoOf('Notes'),
  models: [],
  mount: (mux, ctx) =>
    mux.handle(
      'GET /api/x/notes/notes',
      ctx.guard(() => json([])),
    ),
})
