import { ApiTokens, definePlugin, type NewApiToken } from '@host/plugin'

/** Creates and ends API tokens of the signed-in user. */
export const tokenLab = definePlugin({
  name: 'desk',
  info: { title: 'Desk', description: 'Tokens', icon: 'box', category: 'Work', api: '^1' },
  models: [],
  mount(mux, ctx) {
    const tokens = () => ctx.lookup(ApiTokens)
    mux.handle(
      'POST /api/x/desk/tokens',
      ctx.guard(async ({ request }) => {
        const wanted = (await request.json()) as NewApiToken
        return Response.json(await tokens()?.mint(request, 'workspace', wanted))
      }),
    )
    mux.handle(
      'POST /api/x/desk/tokens/{id}/rotate',
      ctx.guard<{ id: string }>(async ({ request, params }) =>
        Response.json(await tokens()?.rotate(request, { kind: 'workspace', id: params.id }, 0)),
      ),
    )
    mux.handle(
      'DELETE /api/x/desk/tokens/{id}',
      ctx.guard<{ id: string }>(async ({ request, params }) => {
        await tokens()?.revoke(request, { kind: 'workspace', id: params.id })
        return new Response(null, { status: 204 })
      }),
    )
  },
})
