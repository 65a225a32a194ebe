/**
 * Registration. Before the answer runs only work that is the same for every address: whether registration is open,
 * input checks, the throttle, the hash, and a job that does everything that differs.
 *
 *   unknown address ─────► account, not verified ─ verify ─► account
 *   not verified yet ────► no password stands, its 7 days begin again; the older link is void; the mailbox is asked to set one
 *   known or disabled ───► unchanged; its owner is notified
 *
 * Two registrations of one unverified address may come from two people. If the newer password were valid, an attacker
 * could slip theirs under the link that the owner of the mailbox waits for; so then only the reader of the mailbox
 * chooses it.
 */
import { Problem, type Language, type Queries } from '@host/plugin'
import type { NewUser } from '@host/plugin/platform'
import { draftAccount, type AccountDraft } from '../accounts/account-draft.ts'
import type { HostTables } from '../models.ts'
import { readSignInPolicy } from '../people/sign-in-policy.ts'
import { languageOf } from '../../request/client.ts'
import { iso } from '../../support/time.ts'
import { voidLinks } from './account-links.ts'
import { queueLink } from './queue-link.ts'
import type { RecoveryParts } from './recovery-service.ts'

/** @throws Problem `registration_closed`, `invalid_input`, `too_many_requests` */
export async function register(
  parts: RecoveryParts,
  request: Request,
  given: Pick<NewUser, 'email' | 'name' | 'password'>,
): Promise<void> {
  const { db, mail, throttle, passwords, requests } = parts
  const { registration } = await readSignInPolicy(db)
  if (!registration || !(await mail.canSend())) throw new Problem('registration_closed')
  const language = languageOf(request)
  const draft = draftAccount({ ...given, language })
  await throttle.take('registration', request, draft.email)
  const passwordHash = await passwords.hash(draft.password)
  if (!(await throttle.mayMail(draft.email))) return
  const { email, name } = draft
  await requests.add({ ask: 'registration', registration: { email, name, passwordHash, language } })
}

/** A registration as its job gets it. */
export type Registration = Pick<AccountDraft, 'email' | 'name'> & {
  readonly passwordHash: string
  readonly language: Language
}

/** Stores an account that waits to be verified and queues the email with its link. Inside the transaction of the job. */
export async function storeRegistration(parts: RecoveryParts, registration: Registration): Promise<void> {
  const { db, mail, clock, recorder } = parts
  const { email, name, language } = registration
  const reader = { to: email, language }
  const stored = await store(db, registration, iso(clock()))
  if (stored === undefined) {
    const known = await parts.accounts.findByEmail(email)
    if (known?.isDisabled === false) {
      await mail.queue({ kind: 'known', ...reader, names: {}, link: mail.pageAt('/login') })
    }
    return
  }
  const { userId, hasPassword } = stored
  await recorder.record({ kind: 'user.registered', actorId: userId, userId, email, name })
  if (!hasPassword) await voidLinks(db, userId)
  await queueLink(parts, { reader, userId, purpose: hasPassword ? 'verify' : 'reset' })
}

/** The account that waits to be verified, its password gone if it waited before; undefined for one that does not wait. */
async function store(
  db: Queries<HostTables>,
  { email, name, passwordHash: password_hash }: Registration,
  at: string,
): Promise<{ readonly userId: string; readonly hasPassword: boolean } | undefined> {
  const stored = await db
    .insertInto('users')
    .values({ email, name, password_hash, is_email_verified: false, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name, password_hash: null, created_at: at })
        .where('users.is_email_verified', '=', false)
        .where('users.disabled_at', 'is', null),
    )
    .returning(['id', 'password_hash as passwordHash'])
    .executeTakeFirst()
  return stored && { userId: stored.id, hasPassword: stored.passwordHash !== null }
}
