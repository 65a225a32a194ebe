import { Problem } from '@host/plugin'
import { wordingIn } from '@host/plugin/platform'
import type { FirstAdmin } from '../identity.ts'
import { draftAccount, type AccountDraft } from './account-draft.ts'

/** The account of the configured admin. @throws Problem `invalid_input` */
export function draftFirstAdmin({ email, password }: Pick<FirstAdmin, 'email' | 'password'>): AccountDraft {
  return draftAccount({ email, password, name: email.split('@', 1)[0] ?? '' })
}

/** Why the configured admin can't be created, each with its variable; nothing when it can. */
export function firstAdminProblems(firstAdmin: Pick<FirstAdmin, 'email' | 'password'>): readonly string[] {
  try {
    draftFirstAdmin(firstAdmin)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = (error.options.errors ?? []).filter(({ path }) => path !== 'name')
    return fields.map(({ path, message }) => `HOST_ADMIN_${path.toUpperCase()}: ${wordingIn(message, 'en')}`)
  }
}
