import { isDeepStrictEqual } from 'node:util'
import type { SettingsOwner } from '@host/plugin'
import { secretMark } from '../audit/hide-secrets.ts'
import type { IdentityEntry } from '../identity/identity-audit.ts'
import type { DeclaredSection } from './declared-section.ts'
import type { Fields } from './settings-store.ts'

/** The changes of a save. */
export interface SettingsChange {
  readonly declared: DeclaredSection
  readonly owner: SettingsOwner
  readonly before: Fields
  readonly after: Fields
}

/**
 * The audit entry of a save: changed fields, without the values of secrets. Personal settings are private, so their
 * entry only states that they changed.
 */
export function describeChange({ declared, owner, before, after }: SettingsChange): IdentityEntry {
  const entry = {
    orgId: owner.kind === 'workspace' ? owner.orgId : undefined,
    action: 'settings.changed',
    target: `plugin:${declared.plugin}`,
  }
  if (owner.kind === 'user') return { ...entry, actorId: owner.userId }
  const changed = declared.fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const shown = (values: Fields): Fields =>
    Object.fromEntries(changed.map((field) => [field, told(declared, field, values[field])]))
  return { ...entry, before: shown(before), after: shown(after) }
}

function told({ secrets }: DeclaredSection, field: string, value: unknown): unknown {
  if (!secrets.has(field)) return value ?? null
  return value === undefined || value === '' ? null : secretMark
}
