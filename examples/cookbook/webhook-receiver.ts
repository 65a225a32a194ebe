import { createHash, randomBytes } from 'node:crypto'
import {
  column,
  definePlugin,
  Features,
  model,
  noContent,
  Problem,
  requireService,
  UniqueViolation,
  verifySignature,
} from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Hook = model(
  'inbox_hooks',
  {
    id: column.id('hook'),
    org_id: column.org(),
    // Only the hash of the token in the address is stored.
    token_hash: column.text({ max: 64, secret: true }),
    signing_secret: column.text({ secret: true }),
  },
  { unique: [['org_id', 'token_hash']], index: [['org_id', 'id'], ['token_hash']] },
)

/** Each delivery once: its id is unique in the hook. */
const Delivery = model(
  'inbox_deliveries',
  {
    id: column.id('dlv'),
    org_id: column.org(),
    hook_id: column.reference(Hook, { onDelete: 'cascade' }),
    delivery_id: column.text({ max: 200 }),
    title: column.text({ max: 200 }),
  },
  { unique: [['org_id', 'hook_id', 'delivery_id']], index: [['org_id', 'id']] },
)

const Message = z.object({ title: z.string().check(z.maxLength(200)) })

/** Creates an address for deliveries. The signing secret comes from the sender. */
export const addHook = defineEndpoint({
  pattern: 'POST /api/x/inbox/hooks',
  input: z.strictObject({ signingSecret: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/)) }),
  output: z.object({ path: z.string() }),
  role: 'admin',
  revealsSecret: true,
  status: 201,
  summary: 'Create an address for deliveries',
})

export const listDeliveries = defineEndpoint({
  pattern: 'GET /api/x/inbox/deliveries',
  input: nothing,
  output: z.object({ items: z.array(z.object({ deliveryId: z.string(), title: z.string() })) }),
  summary: 'List the latest deliveries',
})

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export const plugin = definePlugin({
  name: 'inbox',
  info: { title: 'Inbox', description: 'Receives webhooks', icon: 'inbox', category: 'Work', api: '^1' },
  models: [Hook, Delivery],
  mount(mux, ctx) {
    const features = requireService(ctx, Features)

    mux.endpoint(addHook, async ({ db, orgId, input }) => {
      const token = randomBytes(24).toString('base64url')
      const token_hash = hashOf(token)
      const signing_secret = await ctx.encrypt(input.signingSecret, { field: 'signing_secret', row: token_hash, orgId })
      await db.insertInto('inbox_hooks').values({ token_hash, signing_secret }).execute()
      return { path: `/api/x/inbox/receive/${token}` }
    })

    mux.endpoint(listDeliveries, async ({ db }) => {
      const latest = db.selectFrom('inbox_deliveries').select(['delivery_id as deliveryId', 'title'])
      return { items: await latest.orderBy('id', 'desc').limit(50).execute() }
    })

    // Public: the token finds the workspace, and the signature proves the sender.
    mux.handle(
      'POST /api/x/inbox/receive/{token}',
      async ({ request, params, now }) => {
        const hooks = ctx.db.asInstance('find the workspace of a delivery').selectFrom('inbox_hooks').selectAll()
        const hook = await hooks.where('token_hash', '=', hashOf(params.token)).executeTakeFirst()
        if (hook === undefined || !(await features.isEnabled(hook.org_id, 'inbox'))) throw new Problem('not_found')
        const { token_hash: row, org_id: orgId } = hook
        const secret = await ctx.decrypt(hook.signing_secret, { field: 'signing_secret', row, orgId })

        const delivery = await verifySignature(request, { scheme: 'standard', secrets: [secret], now: now() })
        const message = Message.safeParse(delivery.json())
        if (!message.success || delivery.id === undefined || delivery.id.length > 200) throw new Problem('bad_request')
        const received = { hook_id: hook.id, delivery_id: delivery.id, title: message.data.title }
        try {
          await ctx.db.inWorkspace(orgId, 'store a delivery').insertInto('inbox_deliveries').values(received).execute()
        } catch (error) {
          // A repeat is a success for its sender, and changes nothing here.
          if (!(error instanceof UniqueViolation)) throw error
        }
        return noContent()
      },
      { bodyLimit: 64 * 1024 },
    )
  },
})
