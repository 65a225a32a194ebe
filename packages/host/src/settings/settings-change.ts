import { isDeepStrictEqual } from 'node:util'
import type { SettingsOwner } from '@host/plugin'
import { secretMark } from '../audit/hide-secrets.ts'
import type { ChangeOf } from '../domain-changes/domain-change.ts'
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
 * The change of a save: changed fields, without the values of secrets. Personal settings are private, so their
 * entry only states that they changed.
 */
export function describeChange({ declared, owner, before, after }: SettingsChange): ChangeOf<'settings.changed'> {
  const orgId = owner.kind === 'workspace' ? owner.orgId : undefined
  const change = { kind: 'settings.changed', orgId, plugin: declared.plugin } as const
  if (owner.kind === 'user') return { ...change, actorId: owner.userId }
  const changed = declared.fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const shown = (values: Fields): Fields =>
    Object.fromEntries(changed.map((field) => [field, told(declared, field, values[field])]))
  return { ...change, before: shown(before), after: shown(after) }
}

function told({ secrets }: DeclaredSection, field: string, value: unknown): unknown {
  if (!secrets.has(field)) return value ?? null
  return value === undefined || value === '' ? null : secretMark
}
