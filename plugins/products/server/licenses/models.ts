import { column, model } from '@host/plugin'
import type { FingerprintPolicy, LicenseStatus } from '../../shared.ts'
import { Product } from '../catalog/catalog-models.ts'

const terms = {
  entitlements: column.json<readonly string[]>(),
  limits: column.json<Readonly<Record<string, number>>>(),
  fingerprint: column.text<FingerprintPolicy>({ max: 10 }),
  max_machines: column.integer({ nullable: true }),
}

/** A license of a customer. */
const License = model(
  'products_licenses',
  {
    id: column.id('lic'),
    org_id: column.org(),
    product_id: column.reference(Product, { onDelete: 'restrict' }),
    order_id: column.text({ max: 64, nullable: true }),
    /** The line of an order that it was delivered for, or the call that created it; it has each `unit` once. */
    batch: column.text({ max: 64 }),
    unit: column.integer(),
    /** In lower case; empty for none. */
    email: column.text({ max: 320, search: true }),
    name: column.text({ max: 120, search: true }),
    status: column.text<LicenseStatus>({ max: 10, default: 'active' }),
    ...terms,
    /** Machines that are active. */
    machines: column.integer({ default: 0 }),
    expires_at: column.time({ nullable: true }),
    revoked_at: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'batch', 'unit']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'created_at', 'id'],
      ['org_id', 'email', 'id'],
      ['org_id', 'status', 'id'],
      ['org_id', 'order_id'],
    ],
    label: ['email', 'name'],
  },
)

/** A key by which a license is found: its signed ones, its short one, or one of another system. */
const LicenseText = model(
  'products_license_texts',
  {
    id: column.id('lictext'),
    org_id: column.org(),
    license_id: column.reference(License, { onDelete: 'cascade' }),
    form: column.text<'signed' | 'short' | 'imported'>({ max: 10 }),
    hash: column.text({ max: 43, secret: true }),
    /** The key, sealed for its hash. */
    sealed: column.text({ max: 2_000, secret: true }),
  },
  { unique: [['org_id', 'hash']], index: [['org_id', 'id']] },
)

/** A machine on which a license is active. */
const Activation = model(
  'products_activations',
  {
    id: column.id('machine'),
    org_id: column.org(),
    license_id: column.reference(License, { onDelete: 'cascade' }),
    fingerprint: column.text({ max: 128, secret: false }),
    name: column.text({ max: 80 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'license_id', 'fingerprint']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'license_id', 'id'],
    ],
    label: ['name', 'fingerprint'],
  },
)

/** The terms of licenses that come with each sold unit of a product. */
const Policy = model(
  'products_license_policies',
  {
    id: column.id('licpolicy'),
    org_id: column.org(),
    product_id: column.reference(Product, { onDelete: 'cascade' }),
    ...terms,
    valid_days: column.integer({ nullable: true }),
  },
  { unique: [['org_id', 'product_id']], index: [['org_id', 'id']] },
)

/** A key with which a workspace signs licenses and answers. */
const SigningKey = model(
  'products_signing_keys',
  {
    id: column.id('lickey'),
    org_id: column.org(),
    /** Counts the keys of a workspace, so that two rotations at once make one key. */
    number: column.integer(),
    kid: column.text({ max: 20 }),
    /** The 32 bytes in base64url. */
    public_key: column.text({ max: 43, secret: false }),
    /** PKCS #8 in base64, sealed for the ID of the key. */
    private_key: column.text({ max: 1_000, secret: true }),
    signs_from: column.time(),
    created_at: column.time({ default: 'now' }),
  },
  { unique: [['org_id', 'number']], index: [['org_id', 'id']], label: 'kid' },
)

/** How many licenses a workspace has. */
const LicenseTotal = model(
  'products_license_totals',
  { id: column.id('lictotal'), org_id: column.org(), licenses: column.integer({ default: 0 }) },
  { unique: [['org_id']], index: [['org_id', 'id']] },
)

export const licenseModels = [License, LicenseText, Activation, Policy, SigningKey, LicenseTotal] as const
