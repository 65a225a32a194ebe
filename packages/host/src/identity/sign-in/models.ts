import { column, model, type ProofMethod } from '@host/plugin'

/** What a challenge is for; each is taken for that alone. */
export type ChallengePurpose = 'second_factor' | 'passkey_sign_in' | 'passkey_proof' | 'passkey_set_up'

/** What someone was asked to prove and has not proved yet. */
export const Challenge = model(
  'host_challenges',
  {
    id: column.id('chl'),
    /** SHA-256 of the token in the cookie, or of the session that it is bound to. */
    holder: column.text({ max: 43 }),
    purpose: column.text<ChallengePurpose>({ max: 20 }),
    /** Null while no one is named: a passkey names its account itself. */
    user_id: column.text({ nullable: true, max: 64 }),
    /** What a passkey has to sign, in base64url; null while none is asked. */
    nonce: column.text({ nullable: true, max: 43 }),
    /** The handle of the passkey that is being made. */
    user_handle: column.text({ nullable: true, max: 43 }),
    /** How the sign-in began that waits for its second factor, and where it goes on. */
    began_by: column.text<ProofMethod>({ nullable: true, max: 20 }),
    provider_id: column.text({ nullable: true, max: 64 }),
    confined_to: column.text({ nullable: true, max: 64 }),
    workspace_id: column.text({ nullable: true, max: 64 }),
    access_epoch: column.integer({ nullable: true }),
    attempts: column.integer({ default: 0 }),
    expires_at: column.time(),
  },
  { unique: ['holder'], index: ['expires_at', 'user_id'] },
)

/** The tables of sign-ins that are under way. */
export const signInModels = [Challenge] as const
