import { column, model } from '@host/plugin'

/** An authenticator app: at most one that is active, and one that waits to be confirmed. */
export const TotpApp = model(
  'totp_apps',
  {
    id: column.id('otp'),
    user_id: column.text({ max: 64 }),
    /** The active secret, sealed; null until the first one is confirmed. */
    secret: column.text({ nullable: true, max: 400 }),
    active_since: column.time({ nullable: true }),
    /** The step of the last code that was taken: no code of it or before is taken again. */
    last_step: column.integer({ default: 0 }),
    /** The secret that waits, sealed. */
    pending_secret: column.text({ nullable: true, max: 400 }),
    pending_since: column.time({ nullable: true }),
  },
  { unique: ['user_id'] },
)

/** Recovery codes that are left. One that was used is gone. */
const RecoveryCode = model(
  'recovery_codes',
  {
    id: column.id('rcv'),
    user_id: column.text({ max: 64 }),
    /** SHA-256 of account and code. */
    code_hash: column.text({ max: 43 }),
    created_at: column.time(),
  },
  { unique: ['code_hash'], index: ['user_id'] },
)

export const Passkey = model(
  'passkeys',
  {
    id: column.id('pky'),
    user_id: column.text({ max: 64 }),
    /** How the authenticator names it, in base64url: at most 1,023 bytes. */
    credential_id: column.text({ max: 1364 }),
    /** The authenticator's id of the account: random, the same for all passkeys of an account. */
    user_handle: column.text({ max: 43 }),
    /** COSE. */
    public_key: column.bytes(),
    /** How often the authenticator says it was used; 0 for those that do not count. */
    counter: column.integer({ default: 0 }),
    /** How browsers reach the authenticator. */
    transports: column.json<readonly string[]>(),
    name: column.text({ max: 60 }),
    is_synced: column.boolean({ default: false }),
    created_at: column.time(),
    last_used_at: column.time({ nullable: true }),
  },
  { unique: ['credential_id'], index: ['user_id'] },
)

/** The tables of second factors. */
export const secondFactorModels = [TotpApp, RecoveryCode, Passkey] as const
