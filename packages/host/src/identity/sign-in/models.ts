import { column, model } from '@host/plugin'
import type { ProofMethod } from '@host/plugin/platform'

/** Purpose of a challenge; each is valid for one only. */
export type ChallengePurpose = 'second_factor' | 'passkey_sign_in' | 'passkey_proof' | 'passkey_set_up'

/** A pending proof. */
export const Challenge = model(
  'host_challenges',
  {
    id: column.id('chl'),
    /** SHA-256 of the token in the cookie, or of the session that it is bound to. */
    holder: column.text({ max: 43 }),
    purpose: column.text<ChallengePurpose>({ max: 20 }),
    /** Null while the account is unknown: a passkey names its account itself. */
    user_id: column.text({ nullable: true, max: 64 }),
    /** The nonce for a passkey to sign, in base64url; null without one. */
    nonce: column.text({ nullable: true, max: 43 }),
    /** The handle of the passkey that is being made. */
    user_handle: column.text({ nullable: true, max: 43 }),
    /** The first factor of the sign-in that waits for its second factor, and where it continues. */
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
