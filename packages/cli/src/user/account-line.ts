import { stripVTControlCharacters } from 'node:util'
import type { Account } from '@host/plugin/platform'

/** An account as a line of a list: id, address, name, and facts for the operator. */
export function accountLine({ id, email, name, ...account }: Account): string {
  return [id, email, plain(name), standingOf(account).join(', ')].join('  ')
}

/** An account in a sentence. */
export function accountName({ email, name }: Pick<Account, 'email' | 'name'>): string {
  return `${email} (${plain(name)})`
}

function standingOf(account: Omit<Account, 'id' | 'email' | 'name'>): readonly string[] {
  const { isInstanceAdmin, isDisabled, isEmailVerified, hasSecondFactor, lastSeenAt } = account
  return [
    ...(isInstanceAdmin ? ['instance admin'] : []),
    ...(isDisabled ? ['disabled'] : []),
    ...(isEmailVerified ? [] : ['not verified']),
    hasSecondFactor ? 'second factor' : 'no second factor',
    lastSeenAt === null ? 'never signed in' : `last seen ${lastSeenAt}`,
  ]
}

/** A name is a user's own text: nothing in it reaches the terminal as a command. */
function plain(name: string): string {
  return stripVTControlCharacters(name).replaceAll(/\p{C}/gu, ' ')
}
