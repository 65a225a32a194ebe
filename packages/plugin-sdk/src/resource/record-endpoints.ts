import type { Endpoint } from '@host/client'
import type { AnyResource, ImportResult, Page, nothing } from '@host/plugin/wire'
import type { answer } from '../query/shell-endpoints.ts'

/** A record of any resource. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string }

type Values = Readonly<Record<string, unknown>>
type Plain<Value> = ReturnType<typeof answer<Value>>
type One = '/api/x/plugin/records/{id}'

/** The endpoints of any resource, with the types that all resources share. */
export interface RecordEndpoints {
  readonly list: Endpoint<'GET /api/x/plugin/records', Plain<Values>, Plain<Page<AnyRecord>>>
  readonly read: Endpoint<`GET ${One}`, typeof nothing, Plain<AnyRecord>>
  readonly create: Endpoint<'POST /api/x/plugin/records', Plain<Values>, Plain<AnyRecord>>
  readonly change: Endpoint<`PATCH ${One}`, Plain<Values>, Plain<AnyRecord>>
  readonly remove: Endpoint<`DELETE ${One}`, typeof nothing, typeof nothing>
  readonly reveal:
    | Endpoint<`POST ${One}/reveal`, Plain<{ readonly field: string }>, Plain<{ readonly value: string | null }>>
    | undefined
  readonly exportCsv: Endpoint<'GET /api/x/plugin/records/export'>
  readonly importCsv: Endpoint<
    'POST /api/x/plugin/records/import',
    Plain<{ readonly csv: string; readonly dryRun?: boolean }>,
    Plain<ImportResult>
  >
}

/** The endpoints of a resource whose fields are known only when the page runs. */
export function recordEndpoints({ endpoints }: Pick<AnyResource, 'endpoints'>): RecordEndpoints {
  return endpoints as unknown as RecordEndpoints
}
