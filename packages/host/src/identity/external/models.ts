import { column, model } from '@host/plugin'
import type { ConnectionRole, ProviderKind } from '@host/plugin/platform'

/** Shared columns of an instance's provider and a workspace's connection. */
const client = {
  /** Exactly as its discovery document writes it. */
  issuer: column.text({ max: 500 }),
  client_id: column.text({ max: 300 }),
  /** Sealed; bound to the place that it stands in. */
  client_secret: column.text({ max: 4000 }),
  trusts_second_factor: column.boolean({ default: false }),
  is_enabled: column.boolean({ default: true }),
  created_at: column.time({ default: 'now' }),
} as const

const SignInProviderRow = model(
  'sign_in_providers',
  {
    id: column.id('idp'),
    /** In the callback address, so it stays. */
    key: column.text({ max: 31 }),
    kind: column.text<ProviderKind>({ max: 10 }),
    label: column.text({ max: 60 }),
    ...client,
  },
  { unique: ['key'] },
)

const SsoConnectionRow = model(
  'sso_connections',
  {
    id: column.id('sso'),
    org_id: column.org(),
    default_role: column.text<ConnectionRole>({ default: 'member', max: 16 }),
    ...client,
  },
  {
    unique: ['org_id'],
    index: [['org_id', 'id']],
    transfer: { reason: 'Single sign-on is set up for the address of an instance.', without: { is_enabled: false } },
  },
)

/**
 * The account that an external account signs in to. Issuer and subject are the only key: an attacker who makes a
 * provider return an email address must not become the person whose address it is.
 */
const ExternalIdentity = model(
  'external_identities',
  {
    id: column.id('xid'),
    issuer: column.text({ max: 500 }),
    /** Compared exactly, including case. */
    subject: column.text({ max: 255 }),
    user_id: column.text({ max: 64 }),
    /** The provider or connection that it was linked through. */
    provider_id: column.text({ max: 64 }),
    /** The provider's latest facts, for users to recognize it; they decide nothing. */
    email: column.text({ nullable: true, max: 254 }),
    created_at: column.time({ default: 'now' }),
    last_used_at: column.time({ nullable: true }),
  },
  { unique: [['issuer', 'subject']], index: ['user_id', ['provider_id', 'id']] },
)

/**
 * Sign-ins that are away at a provider. A row opens nothing by itself: the PKCE verifier and the nonce are derived from
 * the browser's cookie, of which the row has a hash.
 */
const SignInFlow = model(
  'host_sign_in_flows',
  {
    id: column.id('flw'),
    /** SHA-256 of the state. */
    state_hash: column.text({ max: 43 }),
    /** SHA-256 of the secret in the browser's cookie. */
    browser_hash: column.text({ max: 43 }),
    provider_id: column.text({ max: 64 }),
    /** A path of this host; null for the usual page. */
    return_path: column.text({ nullable: true, max: 2000 }),
    /** The session that links; null for a sign-in. */
    session_id: column.text({ nullable: true, max: 64 }),
    expires_at: column.time(),
  },
  { unique: ['state_hash'], index: ['expires_at'] },
)

/** The tables of external sign-in. */
export const externalModels = [SignInProviderRow, SsoConnectionRow, ExternalIdentity, SignInFlow] as const
