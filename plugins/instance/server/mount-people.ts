import type { Mux, PluginContext, TablesOf } from '@host/plugin'
import { Accounts, People } from '@host/plugin/platform'
import {
  changeSignInSettings,
  changeUser,
  createUser,
  listUsers,
  readSignInSettings,
  releaseUserAddress,
  signOutUser,
} from '../shared.ts'
import { done } from './done.ts'
import type { models } from './models.ts'

/** The accounts of the instance, and the sign-in requirements. */
export function mountPeople(
  mux: Mux<'instance', TablesOf<typeof models>, 'instance'>,
  ctx: Pick<PluginContext, 'lookup' | 'userId'>,
): void {
  const accounts = ctx.lookup(Accounts)
  const people = ctx.lookup(People)
  if (accounts === undefined || people === undefined) throw new Error('The instance plugin needs accounts and people.')

  mux.endpoint(listUsers, async ({ input }) => {
    const { items, nextCursor } = await people.list(input)
    return { items: [...items], nextCursor }
  })
  mux.endpoint(createUser, async ({ input, language }) => {
    const { id } = await accounts.create({ ...input, language })
    return await people.read(id)
  })
  mux.endpoint(changeUser, ({ userId, params, input }) => people.change({ actorId: userId, userId: params.id }, input))
  mux.endpoint(releaseUserAddress, ({ userId, params }) =>
    people.releaseAddress({ actorId: userId, userId: params.id }),
  )
  mux.endpoint(signOutUser, ({ userId, params }) => done(people.signOut({ actorId: userId, userId: params.id })))
  mux.endpoint(readSignInSettings, () => people.readSignIn())
  mux.endpoint(changeSignInSettings, ({ userId, input }) => done(people.changeSignIn(userId, input)))
}
