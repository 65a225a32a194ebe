import type { SettingsOwner } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { Place } from '../security/encryption/vault.ts'

/** Where a section of an owner is stored. */
export interface SettingsPlace {
  readonly orgId: string
  readonly owner: string
  readonly plugin: string
}

/** Where the settings of a plugin's owner are stored. @throws TypeError for an owner without an id */
export function placeOf(plugin: string, owner: SettingsOwner): SettingsPlace {
  if (owner.kind === 'workspace') return { orgId: idOf(owner.orgId), owner: 'workspace', plugin }
  return { orgId: instanceOrgId, owner: owner.kind === 'user' ? idOf(owner.userId) : 'instance', plugin }
}

/** The place that a secret is bound to: moved to another field, plugin, workspace or user, it can't be opened. */
export function sealPlace({ orgId, owner, plugin }: SettingsPlace, field: string): Place {
  return { orgId: orgId === instanceOrgId ? undefined : orgId, plugin, field: `settings/${field}`, row: owner }
}

function idOf(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id
  throw new TypeError('Settings of a workspace or user need its ID.')
}
