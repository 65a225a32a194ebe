import { randomBytes } from 'node:crypto'
import type { PluginContext } from '@host/plugin'
import type { Tables } from '../models.ts'

const known = new WeakMap<PluginContext<Tables>, Promise<Buffer>>()

/** The key that signs bounce addresses, the same on every process; made once, and stored sealed. */
export async function bounceKey(ctx: PluginContext<Tables>): Promise<Buffer> {
  const present = known.get(ctx)
  if (present !== undefined) return await present
  const reading = readKey(ctx)
  known.set(ctx, reading)
  // The next caller tries again.
  reading.catch(() => known.delete(ctx))
  return await reading
}

const purpose = 'bounces'
const place = { field: 'bounce_key', orgId: null }

async function readKey(ctx: PluginContext<Tables>): Promise<Buffer> {
  const db = ctx.db.asInstance('read the key of bounce addresses')
  const stored = db.selectFrom('mail_keys').select('sealed').where('purpose', '=', purpose)
  let row = await stored.executeTakeFirst()
  if (row === undefined) {
    const sealed = await ctx.encrypt(randomBytes(32).toString('base64url'), place)
    await db
      .insertInto('mail_keys')
      .values({ purpose, sealed })
      .onConflict((conflict) => conflict.columns(['purpose']).doNothing())
      .execute()
    row = await stored.executeTakeFirstOrThrow()
  }
  return Buffer.from(await ctx.decrypt(row.sealed, place), 'base64url')
}
