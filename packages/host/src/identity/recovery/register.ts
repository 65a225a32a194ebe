/**
 * Making an account of one's own. Before the answer there is only what is the same for every address: whether
 * registration is open, what was typed, the throttle, the hash. Everything that differs is done behind it.
 *
 *   unknown address ─────► account, not verified ─ verify ─► account
 *   not verified yet ────► the newer name and password stand; the older link is void
 *   known or kept out ───► stays as it is; its owner is told
 */
import { Problem, type Language, type NewUser, type Queries } from '@host/plugin'
import { draftAccount, type AccountDraft } from '../accounts/account-draft.ts'
import type { Letter } from '../mail/identity-mail.ts'
import type { HostTables } from '../models.ts'
import { readSignInPolicy } from '../people/sign-in-policy.ts'
import { languageOf } from '../client.ts'
import { iso } from '../time.ts'
import { issueLink } from './account-links.ts'
import { knownLetter, verifyLetter } from './letters.ts'
import type { RecoveryParts } from './recovery-service.ts'

/** @throws Problem `registration_closed`, `invalid_input`, `too_many_requests` */
export async function register(
  parts: RecoveryParts,
  request: Request,
  given: Pick<NewUser, 'email' | 'name' | 'password'>,
): Promise<void> {
  const { db, mail, throttle, passwords } = parts
  const { registration } = await readSignInPolicy(db)
  if (!registration || !mail.canSend()) throw new Problem('registration_closed')
  const language = languageOf(request)
  const draft = draftAccount({ ...given, language })
  await throttle.take('registration', request, draft.email)
  const passwordHash = await passwords.hash(draft.password)
  mail.post(() => keep(parts, { ...draft, passwordHash, language }))
}

type Registration = AccountDraft & { readonly passwordHash: string; readonly language: Language }

async function keep(parts: RecoveryParts, registration: Registration): Promise<Letter | undefined> {
  const { db, mail, throttle, clock, audit } = parts
  const { email, name, language } = registration
  if (!(await throttle.mayMail(email))) return undefined
  const reader = { to: email, language }
  const token = await db.transaction(async (queries) => {
    const userId = await store(queries, registration, iso(clock()))
    if (userId === undefined) return undefined
    const target = `user:${userId}`
    await audit.record({ orgId: undefined, actorId: userId, action: 'user.registered', target, after: { email, name } })
    return issueLink(queries, { userId, purpose: 'verify' }, clock())
  })
  if (token !== undefined) return verifyLetter(mail, reader, token)
  const known = await parts.accounts.findByEmail(email)
  return known === undefined || known.isDisabled ? undefined : knownLetter(mail, reader)
}

/** The id of the account that waits to be verified; undefined when the address has one that does not. */
async function store(
  db: Queries<HostTables>,
  { email, name, passwordHash: password_hash }: Registration,
  at: string,
): Promise<string | undefined> {
  const stored = await db
    .insertInto('users')
    .values({ email, name, password_hash, is_email_verified: false, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name, password_hash })
        .where('users.is_email_verified', '=', false)
        .where('users.disabled_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}
