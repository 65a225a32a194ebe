import type { Endpoint } from '@host/client'
import type { Typed } from '@host/platform-api/typed'
import type { AnyResource, ImportResult, Page, nothing } from '@host/plugin/wire'

/** A record of any resource. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string }

type Values = Readonly<Record<string, unknown>>
type One = '/api/x/plugin/records/{id}'

/** The endpoints of any resource, with the types that all resources share. */
export interface RecordEndpoints {
  readonly list: Endpoint<'GET /api/x/plugin/records', Typed<Values>, Typed<Page<AnyRecord>>>
  readonly read: Endpoint<`GET ${One}`, typeof nothing, Typed<AnyRecord>>
  readonly create: Endpoint<'POST /api/x/plugin/records', Typed<Values>, Typed<AnyRecord>>
  readonly change: Endpoint<`PATCH ${One}`, Typed<Values>, Typed<AnyRecord>>
  readonly remove: Endpoint<`DELETE ${One}`, typeof nothing, typeof nothing>
  readonly reveal:
    | Endpoint<`POST ${One}/reveal`, Typed<{ readonly field: string }>, Typed<{ readonly value: string | null }>>
    | undefined
  readonly exportCsv: Endpoint<'GET /api/x/plugin/records/export'>
  readonly importCsv: Endpoint<
    'POST /api/x/plugin/records/import',
    Typed<{ readonly csv: string; readonly dryRun?: boolean }>,
    Typed<ImportResult>
  >
}

/** The endpoints of a resource whose fields are known only when the page runs. */
export function recordEndpoints({ endpoints }: Pick<AnyResource, 'endpoints'>): RecordEndpoints {
  return endpoints as unknown as RecordEndpoints
}
