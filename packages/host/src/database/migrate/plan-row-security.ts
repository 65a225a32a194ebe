import type { ModelOwner } from '../catalog.ts'
import { isWorkspaceTable } from '../catalog.ts'
import { isOfTenant } from '../postgres/row-security.ts'
import { quote } from '../quote.ts'
import type { PlannedChange } from './migrate.ts'
import type { RowSecurity, StoredSchema } from './stored-schema.ts'

const policy = 'host_tenant'

/**
 * Lets PostgreSQL keep the rows of workspaces apart in every table that has them, or no longer. The policy does not bind
 * processes that name no workspace, so all of it is safe beside processes of the other setting.
 */
export function planRowSecurity(
  owners: readonly ModelOwner[],
  { rowSecurity }: StoredSchema,
  isOn: boolean,
): readonly PlannedChange[] {
  return isOn
    ? owners.flatMap((owner) => secureTables(owner, rowSecurity))
    : [...rowSecurity].flatMap(([table, stored]) => release(table, stored))
}

function secureTables({ name, models }: ModelOwner, stored: StoredSchema['rowSecurity']): readonly PlannedChange[] {
  return models
    .filter((model) => model.kind === 'model' && isWorkspaceTable(model))
    .flatMap(({ table }) => secure(table, stored.get(table)).map((sql) => ({ owner: name, sql, danger: undefined })))
}

/** `force`, because the host owns its tables, and an owner is bound by no policy otherwise. */
function secure(table: string, stored: RowSecurity | undefined): readonly string[] {
  const name = quote(table)
  const hasPolicy = stored?.policies.includes(policy) === true
  return [
    ...(hasPolicy ? [] : [`create policy ${policy} on ${name} using (${isOfTenant}) with check (${isOfTenant})`]),
    ...(stored?.isEnabled === true ? [] : [`alter table ${name} enable row level security`]),
    ...(stored?.isForced === true ? [] : [`alter table ${name} force row level security`]),
  ]
}

/** Removes our policy, also from tables without an owner in this build; other policies stay in force. */
function release(table: string, { policies }: RowSecurity): readonly PlannedChange[] {
  if (!policies.includes(policy)) return []
  const name = quote(table)
  const statements = [
    `drop policy ${policy} on ${name}`,
    ...(policies.length > 1
      ? []
      : [`alter table ${name} no force row level security`, `alter table ${name} disable row level security`]),
  ]
  return statements.map((sql) => ({ owner: 'host', sql, danger: undefined }))
}
