import { column, model, type Role } from '@host/plugin'
import { instanceOrgId } from '../../request/instance-org-id.ts'

/** Under which workspace id the tokens of the instance stand; no workspace has it. */
export const instanceTokens: string = instanceOrgId

/** API tokens of people: of one workspace each, or of the instance. */
export const ApiTokenRow = model(
  'api_tokens',
  {
    id: column.id('tok'),
    org_id: column.org(),
    user_id: column.text({ max: 64 }),
    name: column.text({ max: 100 }),
    /** The beginning of the secret, for its holder alone. */
    hint: column.text({ max: 16, secret: true }),
    /** SHA-256 of the secret; the secret itself is nowhere. */
    token_hash: column.text({ max: 43 }),
    /** Hash of the secret before the last rotation, and how long that one works. */
    previous_hash: column.text({ nullable: true, max: 43 }),
    previous_until: column.time({ nullable: true }),
    scopes: column.json<readonly string[]>(),
    /** The highest role that it acts with; null for a token of the instance. */
    role: column.text<Role>({ nullable: true, max: 16 }),
    addresses: column.json<readonly string[]>(),
    /** The life that it was made with, which a rotation gives it again. */
    lifetime_days: column.integer({ nullable: true }),
    created_at: column.time(),
    expires_at: column.time({ nullable: true }),
    last_used_at: column.time({ nullable: true }),
    last_used_from: column.text({ nullable: true, max: 64 }),
  },
  {
    unique: ['token_hash'],
    index: ['previous_hash', ['org_id', 'user_id'], ['org_id', 'id'], 'user_id'],
    transfer: { reason: 'Credentials of people stay.', isExported: false },
  },
)

/** The tables of API tokens. */
export const apiTokenModels = [ApiTokenRow] as const
