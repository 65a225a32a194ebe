import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { DkimKey } from '@host/email'
import type { Parts } from '../parts.ts'
import { openPrivateKeys } from './private-keys.ts'

/** Opened keys of rows, by their ID; a row never gets others. The least recently used go first. */
export type OpenKeys = Map<string, readonly DkimKey[]>

const mostOpen = 500

/**
 * The keys that sign for a domain of a workspace, Ed25519 first: none before its keys are served. The row is read each
 * time, so a rotation counts at once on every process; the keys themselves are kept in memory.
 */
export async function signingKeys(
  parts: Pick<Parts, 'ctx' | 'openKeys'>,
  orgId: string,
  domain: string,
): Promise<readonly DkimKey[]> {
  const { ctx, openKeys } = parts
  const row = await ctx.db
    .inWorkspace(orgId, 'sign an email')
    .selectFrom('mail_signing_keys')
    .select(['id', 'selector', 'seal', 'private_keys'])
    .where('domain', '=', domain)
    .where('stage', '=', 'signing')
    .executeTakeFirst()
  if (row === undefined) return []
  const known = openKeys.get(row.id)
  if (known !== undefined) {
    openKeys.delete(row.id)
    openKeys.set(row.id, known)
    return known
  }
  const { ed25519, rsa } = await openPrivateKeys(ctx, orgId, row)
  const keys = Object.freeze([
    { domain, selector: selectorsOf(row.selector).ed25519, privateKey: keyOf(ed25519) },
    { domain, selector: selectorsOf(row.selector).rsa, privateKey: keyOf(rsa) },
  ])
  const [oldest] = openKeys.keys()
  if (oldest !== undefined && openKeys.size >= mostOpen) openKeys.delete(oldest)
  openKeys.set(row.id, keys)
  return keys
}

/** The selectors of both keys. */
export function selectorsOf(base: string): { readonly ed25519: string; readonly rsa: string } {
  return { ed25519: `${base}e`, rsa: `${base}r` }
}

function keyOf(der: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
}
